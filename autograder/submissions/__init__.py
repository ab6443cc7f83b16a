"""Reading what a student handed in, none of which is trusted.

`student_folder` finds the notebook and its time, as it is chosen among `candidates` there and in a
download, and `homework_ids` tell which homework a `file` is of. `reading` and `tidying` make a
notebook of it, of one side if there is a `merge_conflict`, and `untrusted` does so within limits. A
`note` tells what had to be repaired, and `unreadable` has the errors if that fails.
"""
