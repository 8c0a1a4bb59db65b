"""Helpers that several test files share: no tests."""
