"""Helps to write sentences for students.

`words` forms lists, plurals and verbs, `lines` breaks text into lines and defines errors that are
shown without a traceback, and `code_in_words` formats sentences for a web page.
"""
