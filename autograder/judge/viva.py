"""Questions for a talk with a student about their own engine, from the evidence of a check."""

from collections.abc import Iterable

from course.check.engine_quiz import questions
from course.check.question_templates import WANTED
from course.check.share_ledger import NoQuestions
from course.picture.draw import draw
from course.picture.svg import described
from course.record import Answer
from course.run_by_line import MOST_TEXT
from course.subject import Question, Tell

COUNT = 5
MADE_BY_IPYTHON = "get_ipython()"  # what a line with a magic has become


def talk(happened: list[tuple[Question, Answer]]) -> dict:
    """Questions that the notebook has not asked, their answers, and the engine's lines; nothing if
    no check asked about an engine, or there is nothing to be asked about it."""
    for question, told in happened:
        if isinstance(question, Tell):
            try:
                found = questions(question.graph, question.one, told, WANTED + COUNT)[WANTED:]
            except NoQuestions:
                return {}
            asked = [[item.text, str(item.answer)] for item in found]
            nodes = question.graph.sorted_nodes()
            for node in nodes:  # the author's, so that the drawing has numbers
                node.forward()
            drawn = draw(question.graph, f"The call that is asked about has one={question.one:g}.")
            graph = ". ".join(described(nodes)) + "."
            return {"questions": asked, "lines": told.source, "graph": graph, "svg": drawn.svg}
    return {}


def quotes(viva: dict, cells: Iterable[str]) -> bool:
    """Whether the lines that an engine is said to have stand in a notebook's cells."""
    there = {line.strip()[:MOST_TEXT] for cell in cells for line in cell.splitlines()}
    lines = (line.strip() for line in viva.get("lines", []))
    return all(line in there or MADE_BY_IPYTHON in line for line in lines if line)
