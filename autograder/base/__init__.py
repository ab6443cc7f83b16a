"""Provides the basis of all commands: folders, files, times, processes, and text by others.

`paths` locates the folders of the clone, and `classroom` the files of a class. `files` reads and
writes small ones, `csv_file` those about people, whatever their `encodings`, and `timestamps` the
times of submission. A `failure` is the error with which a command ends.

A `child_process` works on what students sent, `cores` says how many can do so at once, `visible`
makes their text safe to show, and `sentences` has what sentences of several packages share.
"""
