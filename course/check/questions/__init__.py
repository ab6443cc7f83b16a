"""Asks students questions about what their own engine did."""
