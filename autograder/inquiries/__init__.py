"""Handles inquiries, in which students disagree with a mark, and how people answer them.

`inquiry_text` is what a student is to send, and `received_inquiries` reads what came. With what
else is known about them, they are `known_inquiries`, shown in an `inquiry_list` and closed with an
answer and perhaps another mark.
"""
