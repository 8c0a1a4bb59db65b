"""The lab: a server for one machine, with an API for positions and the page that uses nothing else."""
