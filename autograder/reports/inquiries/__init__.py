"""Handles inquiries, in which students disagree with a mark, and what a person decides about them.

`inquiry_text` is what a student is to send, and `received` what came. What is `known` about it is
shown in an `inquiry_list`; when it is closed, a `decision` may change the mark.
"""
