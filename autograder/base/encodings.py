"""Finds out the encoding of texts that people saved with some program."""

BOM = "\ufeff"  # the byte order mark
_MARKED = {  # the longer marks first, since one of UTF-32 begins like one of UTF-16
    b"\xef\xbb\xbf": "utf-8",
    b"\xff\xfe\x00\x00": "utf-32-le",
    b"\x00\x00\xfe\xff": "utf-32-be",
    b"\xff\xfe": "utf-16-le",
    b"\xfe\xff": "utf-16-be",
}


def marked_encoding(data: bytes) -> str | None:
    """The encoding that a byte order mark indicates; None without one."""
    return next((name for mark, name in _MARKED.items() if data.startswith(mark)), None)


def decoded(data: bytes, errors: str = "replace") -> str:
    """The text in some bytes. They are read in the encoding that a byte order mark indicates, else
    in UTF-8, else in Windows-1252. The byte order mark is left out.

    Args:
        errors: what is done with bytes that cannot be read, as for `bytes.decode`.
    """
    if (marked := marked_encoding(data)) not in (None, "utf-8"):
        return data.decode(marked, errors).removeprefix(BOM)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", errors)
