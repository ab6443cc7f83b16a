"""Collects submissions: takes them from a system's bulk download into a class's `submitted/`.

`archive` opens the download, and `autograder.systems` find out who handed in what. The
`attempt_matcher` says whose an attempt is. `attempt_notebook` picks the notebook from its files,
`versions` keeps all, a `student_work` chooses which of them is graded, and `submitted` puts it in
place; later, `graded_version` tells which that is. `collect` does all this for a class, unless it
has been given a `wrong_download` or a `new_class_list` that would do harm; the `outcome` says what
happened. `exchange` is nbgrader's own way to collect.
"""
