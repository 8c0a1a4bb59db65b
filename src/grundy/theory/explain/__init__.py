"""Explanations as data and in words, and the coach."""
