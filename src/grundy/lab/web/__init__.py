"""The lab's server for one machine: HTTP for the operations of `grundy.lab`, and the page that uses nothing else."""
