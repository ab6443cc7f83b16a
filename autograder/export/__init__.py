"""Marks on their way into a learning management system.

`formats` makes the files, `template` fills in what a system exported, `sheet` reads and writes CSV,
and `told` is what an instructor has to know.
"""
