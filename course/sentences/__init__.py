"""Helps to write sentences for students.

`words` makes parts of them, `lines` breaks them, and `told_alone` is for errors that are shown as
nothing but their sentence.
"""
