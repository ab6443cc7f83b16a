"""Changes a student's data after grading.

`rename` gives a student a new id; `forget` and `restore` are for students who leave and come back.
"""
