"""Handles inquiries, in which students disagree with a mark, and how people answer them.

`inquiry_text` is what a student is to send, and `received` what came. What is `known` about it is
shown in an `inquiry_list`, and closed with an answer and perhaps another mark.
"""
