"""Turns a failed check's message into paragraphs for a page, and a sentence for a list of marks.

A notebook shows the message in lines of fixed width, but on a page it must flow, even on a phone.
"""

import re
from itertools import pairwise

from markupsafe import Markup

from autograder.notebook.whole_lines import FRAME, whole_lines
from autograder.pages.rendering import with_code
from course.sentences.lines import TABLE_ROW

_NOT_YET = re.compile(r"^(?:\w+: )?Not yet: ")  # as a failed check begins
_SENTENCE = re.compile(r".+?(?:[.?!](?= |$)|$)")
_ONE_MISTAKE = "This looks like a known mistake:"
_TO_BE_COPIED = re.compile(r"replay\(|^(\w = Leaf|\w+_algorithm|print|draw)\b|^\w\.value = ")


def diagnosis(traceback: list[str]) -> Markup:
    """The lines of a check's error as paragraphs, with the likely mistakes as a list."""
    blocks: list[Markup] = []
    is_in_mistakes, rows = False, []
    for line in [*whole_lines("\n".join(traceback).split("\n")), ""]:
        if any(kind.search(line) for kind in (FRAME, TABLE_ROW, _TO_BE_COPIED)):
            rows.append(line)
            continue
        if rows:
            blocks.append(Markup("<pre>{}</pre>").format("\n".join(rows)))
            rows = []
        if not line.strip():
            continue
        if line.startswith("  ") and is_in_mistakes:
            blocks.append(Markup("<p class='mistake'>{}</p>").format(with_code(line.strip())))
        else:
            is_in_mistakes = line.startswith("This looks like")
            blocks.append(Markup("<p>{}</p>").format(with_code(line)))
    return Markup('<div class="diagnosis">{}</div>').format(Markup("").join(blocks))


def in_brief(traceback: list[str]) -> Markup:
    """What went wrong in a sentence: the mistake that it looks like, if there is only one, else how
    the message begins; empty if there is no message."""
    lines = whole_lines("\n".join(traceback).split("\n"))
    mistakes = [after.strip() for line, after in pairwise(lines) if line == _ONE_MISTAKE]
    sentence = _SENTENCE.match(mistakes[0] if mistakes else _NOT_YET.sub("", lines[0]))
    if not sentence:
        return Markup("")
    return with_code(f"Looks like: {sentence[0]}" if mistakes else sentence[0])
