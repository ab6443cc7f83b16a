"""Makes students' text safe to write to a file."""


def storable(text: str) -> str:
    """A text with "?" in place of lone surrogates, which JSON can hold but UTF-8 cannot."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode()
