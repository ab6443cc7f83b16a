"""Helps to write sentences for students.

`words` makes parts of them, `lines` breaks them, also those of errors that are told alone, and
`code_in_words` shows them in a page.
"""
