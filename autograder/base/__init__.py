"""Provides the basis of all commands: folders, files, times, processes, text by other people, and
how a command starts and ends.

`paths` locates the folders of the clone, and `classroom` the files of a class. `files` reads and
writes small files. `csv_file` reads and writes tables about people, whatever their `encodings`, and
`timestamps` reads times of submission. A `failure` is an error that ends a command with a message.

A `child_process` works on what students sent. `processor` counts the cores, and so how many such
processes can work at once, and limits the time that tasks take. `visible` makes students' text safe
to show, `printing` shows it on a console, and `sentences` has parts of sentences that several
packages need.

`quick_start` lets a command start quickly, `interrupt` lets Ctrl-C end it and puts files back if
work on them fails, and `trouble` says what to do if the machine fails.
"""
