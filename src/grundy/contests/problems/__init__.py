"""One file for each contest problem, which defines ``PROBLEM``."""
