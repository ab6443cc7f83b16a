"""Provides the basis of all commands: folders, files, times, processes, and text by others."""
