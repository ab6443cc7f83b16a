"""Provides the basis of all commands: folders, files, times, processes, and text by others.

`paths` locates the folders of the clone, and `classroom` the files of a class. `files` reads and
writes small ones, `csv_file` those about people, whatever their `encodings`, and `timestamps` the
times of submission. A `failure` is the error with which a command ends.

A `child_process` works on what students sent, and `processor` says how many can be at work at once,
and for how long. `visible` makes students' text safe to show, and
`sentences` has what sentences of several packages share.
"""
