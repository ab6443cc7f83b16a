"""Checks of training and its parts."""
