"""Rejoins sentences that were broken into lines in a notebook's output."""

import re

from course.sentences.lines import LINE_WIDTH, TABLE_ROW

FRAME = re.compile(r"^  line \d+, in ")  # of the student's code in a traceback


def whole_lines(lines: list[str]) -> list[str]:
    """Joins sentences that were broken into lines."""
    whole: list[str] = []
    for before, line in zip(["", *lines], lines, strict=False):
        if _was_broken(before, line):
            whole[-1] += " " + line.strip()
        else:
            whole.append(line)
    return whole


def _was_broken(before: str, line: str) -> bool:
    """Whether two lines are one that was too long."""
    if not before.strip() or not line.strip() or FRAME.match(line) or FRAME.match(before):
        return False
    if TABLE_ROW.search(before) or TABLE_ROW.search(line):  # these are not broken, however long
        return False
    indents = {text[: len(text) - len(text.lstrip())] for text in (before, line)}
    return len(indents) == 1 and len(f"{before} {line.split()[0]}") > LINE_WIDTH
