"""Drawings of scenes. They know scenes, not games."""
