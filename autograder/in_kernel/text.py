"""Texts that came from a student, made fit for a file."""


def storable(text: str) -> str:
    """A text without the halves of characters that JSON can hold and UTF-8 cannot."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode()
