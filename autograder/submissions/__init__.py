"""Reading what a student handed in, none of which is trusted.

`student_folder` finds the notebook in a student's folder, and when it was handed in. `candidates`
chooses the notebook among several files, there as in a download. `homework_ids` recognises which
homework a `handed_in_file` belongs to. `reading` and `tidying` make a valid notebook from its
bytes, and `untrusted` limits what work on the notebook may cost. `unreadable` defines the errors if
any of this fails.
"""
