"""Handles inquiries, in which students disagree with a mark, and what a person decides about them.

`inquiry_text` is what a student is to send, and `received` what came. `inquiries` finds what it is
about and closes it, and a `decision` changes a mark.
"""
