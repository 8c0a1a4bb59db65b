"""Tests in a browser: a package, so that they share one."""
