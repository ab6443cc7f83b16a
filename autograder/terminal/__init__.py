"""Takes care of a command's process and what it prints.

`quick_start` lets it start quickly, `interrupt` lets Ctrl-C end it, `trouble` says what to do if
the machine fails, and `printing` shows tables, and text by others safely.
"""
