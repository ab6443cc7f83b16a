"""Moves what a class has of a student when the student's enrolment changes.

`belongings` finds the student's folders and what the gradebook and the journals have. `rename`
gives a student a new id; `forget` is for students who leave, and `restore` for those who come back.
Between the two, the `trash` keeps their folders, gradebook rows and journal entries.
"""
