"""Checks of training and its parts, and the networks that the homeworks train."""
