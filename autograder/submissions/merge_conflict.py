"""Takes apart texts with git's markers of a merge conflict."""

from autograder.submissions.note import MERGED, Note

# The markers of a merge conflict, each with the one before it; one style also shows the ancestor.
_CONFLICT_MARKERS = {
    ("", "<" * 7),
    ("<" * 7, "|" * 7),
    ("<" * 7, "=" * 7),
    ("|" * 7, "=" * 7),
    ("=" * 7, ">" * 7),
}


def sides_of_merge(text: str) -> tuple[str, str] | None:
    """Both versions of a text that has git's markers of a merge conflict; None if it has none or
    only some of them."""
    if "<<<<<<<" not in text:
        return None
    ours: list[str] = []
    theirs: list[str] = []
    inside = ""  # the last marker so far
    merged = False
    for line in text.split("\n"):
        marker = line[:7] if line[7:8] in ("", " ", "\r") else ""
        if (inside, marker) in _CONFLICT_MARKERS:
            inside = "" if marker == ">" * 7 else marker
            merged = True
            continue
        if inside in ("", "<" * 7):
            ours.append(line)
        if inside in ("", "=" * 7):
            theirs.append(line)
    return ("\n".join(ours), "\n".join(theirs)) if merged and not inside else None


def merged_note(where: str, which: str) -> Note:
    """The note on a merge, of which one side was taken."""
    return Note(f"Both sides of a merge stood in {where}; {which} was taken.", MERGED)
