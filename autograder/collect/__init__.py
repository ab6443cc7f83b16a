"""Collects submissions: takes them from a system's bulk download into a class's `submitted/`.

`archive` opens the download, and `autograder.systems` finds the attempts in it: what somebody
handed in at one time. `attempt_matcher` says whose an attempt is, and `attempt_notebook` picks the
notebook from its files. `versions` keeps every version, `student_work` chooses the one to grade,
and `submitted` puts it in place; later, `graded_version` finds out which one that is.

`collect` does all this for a class. It refuses a `wrong_download`, and a `new_class_list` that
would do harm. The `outcome` says what happened. `exchange` is for nbgrader's own way to collect.
"""
