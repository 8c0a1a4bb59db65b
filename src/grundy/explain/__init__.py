"""Reasons as data, their words, and the coach."""
