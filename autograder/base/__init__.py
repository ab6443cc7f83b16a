"""Provides the basis of all commands: folders, files, times, processes, text by others, and how a
command starts and ends.

`paths` locates the folders of the clone, and `classroom` the files of a class. `files` reads and
writes small ones, `csv_file` those about people, whatever their `encodings`, and `timestamps` the
times of submission. A `failure` is the error with which a command ends.

A `child_process` works on what students sent, and `processor` says how many can be at work at once,
and for how long. `visible` makes students' text safe to show, `printing` shows it on a console, and
`sentences` has what sentences of several packages share.

`quick_start` lets a command start quickly, `interrupt` lets Ctrl-C end it and puts files back if
work on them fails, and `trouble` says what to do if the machine fails.
"""
