"""Handles inquiries, in which students disagree with a mark, and how people answer them.

`inquiry_text` writes the text that a student sends, and `received_inquiries` reads the texts that
arrived. `known_inquiries` adds what else is known about each inquiry. The inquiries are shown in an
`inquiry_list`, and closed with an answer and perhaps another mark.
"""
