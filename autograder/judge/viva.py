"""Makes questions for a talk with a student about their own engine, from a check's evidence."""

from course.check.questions.engine_quiz import questions
from course.check.questions.quiz_items import WANTED
from course.check.questions.share_ledger import NoQuestions
from course.picture.draw import draw
from course.picture.labels import nodes_in_words
from course.recording.calls import Record
from course.recording.run_by_line import RunsByLine
from course.subject import Question, RunByLine

QUESTIONS = 5


def talk(happened: list[tuple[Question, Record]]) -> dict:
    """Questions that the notebook has not asked, their answers, and the engine's lines; empty if no
    engine was asked about, or if there are no questions about it."""
    asked = (each for each in happened if isinstance(each[0], RunByLine))
    question, runs = next(asked, (None, None))
    if not isinstance(question, RunByLine) or not isinstance(runs, RunsByLine):
        return {}
    try:
        items = questions(question.graph, question.one, runs, WANTED + QUESTIONS)
    except NoQuestions:
        return {}
    nodes = question.graph.sorted_nodes()
    for node in nodes:  # the author's values, so that the drawing has numbers
        node.forward()
    call = f"The call that is asked about has one={question.one:g}."
    picture = draw(question.graph, call)
    return {
        "questions": [[item.text, str(item.answer)] for item in items[WANTED:]],
        "lines": runs.source,
        "graph": f"{'. '.join(nodes_in_words(nodes))}. {call}",
        "svg": picture.svg,
    }
