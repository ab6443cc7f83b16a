"""Takes along what a class has of a student whose enrolment changes.

`rename` gives a student a new id; `forget` and `restore` are for students who leave and come back.
Meanwhile the `trash` has their folders and `gradebook_rows`.
"""
