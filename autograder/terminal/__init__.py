"""Takes care of a command's process and what it prints.

`quick_start` lets it start quickly, `interrupt` lets Ctrl-C end it and puts files back if work on
them fails, `trouble` says what to do if the machine fails, and `printing` shows tables, and text by
others safely.
"""
