"""Makes questions for a viva, which is a talk with a student about their own engine, from a check's
evidence, and tells whether the lines that it reports for the engine are in the notebook."""

import re
from collections.abc import Iterable
from contextlib import suppress
from itertools import chain, takewhile

from autograder.notebook.cell_text import MAX_MAGICS, as_python
from course.check.quiz.engine_quiz import QUESTIONS_ASKED, chosen_items
from course.check.quiz.quiz_run import NoQuiz
from course.picture.draw import draw
from course.picture.labels import nodes_in_words
from course.questions import RunByLine
from course.recording.records import Answer
from course.recording.run_by_line import MAX_SOURCE_WIDTH, RunsByLine
from course.subject import Question

QUESTIONS = 5
MAX_ENGINE_CELLS = 10  # cells over which an engine may be spread
# The number of characters that identify a line; the rest of a long one is cut off.
_IDENTIFYING = MAX_SOURCE_WIDTH // 2
_MAGIC = re.compile(r"(?:[\w, ]{1,80}= *)?[%!?]|[^#]*\?$")


def questions_for_viva(happened: list[tuple[Question, Answer]]) -> dict:
    """Questions that the notebook has not asked, their answers, and the engine's lines; empty if no
    engine was asked about, or if there are no questions about it."""
    asked = (each for each in happened if isinstance(each[0], RunByLine))
    question, runs = next(asked, (None, None))
    if not isinstance(question, RunByLine) or not isinstance(runs, RunsByLine):
        return {}
    try:
        items = chosen_items(question.graph, question.one, runs, QUESTIONS_ASKED + QUESTIONS)
    except NoQuiz:
        return {}
    nodes = question.graph.sorted_nodes()
    for node in nodes:  # the author's values, so that the drawing has numbers
        node.forward()
    call = f"The call that is asked about has one={question.one:g}."
    picture = draw(question.graph, call)
    return {
        "questions": [[item.text, str(item.answer)] for item in items[QUESTIONS_ASKED:]],
        "lines": runs.source,
        "graph": f"{'. '.join(nodes_in_words(nodes))}. {call}",
        "svg": picture.svg,
    }


def quotes(viva: dict, cells: Iterable[str]) -> bool:
    """Whether the lines reported for an engine come from some of a notebook's code cells, in the
    order that they have there. In place of a line with a magic, there may be what IPython makes of
    it."""
    if "lines" not in viva:
        return True
    lines = _identifying(viva["lines"])
    if all(line.startswith("#") for line in lines):
        return False
    unused = _with_magics_as_python([_identifying(cell.splitlines()) for cell in cells])
    for _ in range(MAX_ENGINE_CELLS):  # the lines come from one cell, then from another
        if not lines or not unused:
            break
        # If several cells have equally many of the lines, the shortest is used, since another may
        # repeat it and go on differently.
        best = max(unused, key=lambda text: (_first_in(lines, text), -len(text)))
        lines = lines[_first_in(lines, best) :]
        unused.remove(best)
    return not lines


def _identifying(lines: Iterable[str]) -> list[str]:
    shortened = (line.strip()[:_IDENTIFYING] for line in lines)
    return [line for line in shortened if line]


def _with_magics_as_python(texts: list[list[str]]) -> list[list[str]]:
    """The lines of texts, with each line that has a magic followed by what IPython makes of it."""
    magics = sorted(filter(_MAGIC.match, set(chain.from_iterable(texts))))[:MAX_MAGICS]
    in_place_of: dict[str, list[str]] = {}
    for line in magics:
        with suppress(SyntaxError):
            in_place_of[line] = [line, as_python(line).strip()[:_IDENTIFYING]]
    return [
        list(chain.from_iterable(in_place_of.get(line, [line]) for line in text)) for text in texts
    ]


def _first_in(lines: list[str], text: list[str]) -> int:
    """How many of the lines, from the first on, are in a text, in this order."""
    rest = iter(text)
    return sum(1 for _ in takewhile(lambda line: line in rest, lines))
