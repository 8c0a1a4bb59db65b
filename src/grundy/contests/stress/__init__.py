"""Inputs that break wrong programs: made, judged, shrunk, and written as test sets."""
