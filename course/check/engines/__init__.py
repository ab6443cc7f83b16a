"""Checks of whole engines, and the battery of tiny graphs that shows where an engine goes wrong."""
