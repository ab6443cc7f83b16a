"""Helps to write sentences for students.

`words` makes parts of them, `lines` breaks them, `code_in_words` shows them in a page, and
`told_alone` is for errors that are shown as nothing but their sentence.
"""
