"""Takes along what a class has of a student whose enrolment changes.

`belongings` are all that it has. `rename` gives a student a new id; `forget` is for those who
leave, and `restore` for those who come back. Meanwhile the `trash` has their folders and rows of
the gradebook.
"""
