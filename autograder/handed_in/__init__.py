"""Reading what a student handed in, none of which is trusted.

`finding` finds the notebook in a student's folder, as `among_files` chooses it there and in a
download, and `of_homework` tells whose ids are in a `file`. `reading` and `tidying` make a notebook
of it, of one side if there is a `merge_conflict`, and `untrusted` does so within limits. A `note`
tells what had to be repaired, and `unreadable` has the errors if that fails. `timestamp` reads when
it was handed in.
"""
