"""Questions for a talk with a student about their own engine, from the evidence of a check."""

from course.check.account import NoQuestions
from course.check.own_engine import questions
from course.check.own_questions import WANTED
from course.picture.draw import draw
from course.picture.svg import described
from course.record import Answer
from course.subject import Question, Tell

COUNT = 5


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
            graph = draw(question.graph, f"The call that is meant has one={question.one:g}.")
            nodes = ". ".join(described(question.graph.sorted_nodes())) + "."
            return {"questions": asked, "lines": told.source, "graph": nodes, "svg": graph.svg}
    return {}
