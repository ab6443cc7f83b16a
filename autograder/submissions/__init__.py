"""Reading what a student handed in, none of which is trusted.

`student_folder` finds the notebook and its time, as it is chosen among `candidates` there and in a
download, and `homework_ids` tell which homework a `handed_in_file` is of. `reading` and `tidying`
make a notebook of it, and `untrusted` does work on it within limits. `unreadable` has the errors if
that fails.
"""
