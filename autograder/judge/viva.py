"""Makes questions for a viva, a talk with a student about their own engine, from a check's answers
about that engine."""

from course.check.quiz.engine_quiz import QUESTIONS_ASKED, chosen_items
from course.check.quiz.quiz_run import NoQuiz
from course.picture.draw import draw
from course.picture.labels import nodes_in_words
from course.questions import RunByLine
from course.recording.records import Answer
from course.recording.run_by_line import RanByLine
from course.subject import Question

QUESTIONS = 5


def questions_for_viva(happened: list[tuple[Question, Answer]]) -> dict:
    """Questions that the notebook has not asked, their answers, the engine's lines and the graph.
    If nothing can be asked, only `none_because`, the reason. Empty if the check is not about an
    engine's lines."""
    asked = (each for each in happened if isinstance(each[0], RunByLine))
    question, runs = next(asked, (None, None))
    if not isinstance(question, RunByLine) or not isinstance(runs, RanByLine):
        return {}
    try:
        items = chosen_items(question.graph, question.one, runs, QUESTIONS_ASKED + QUESTIONS)
    except NoQuiz as none:
        return {"none_because": str(none)}
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
