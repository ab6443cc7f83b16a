"""Asks a student what their own engine did on a given graph, and checks the answers."""

import math
import re
import textwrap
from collections.abc import Callable, Mapping, Sequence

from course.check.base.blank_by_blank import RIGHT, check_each, check_names
from course.check.paper.answers import answered_value
from course.check.questions.question_templates import Group
from course.check.questions.quiz_items import WANTED, QuizItem, questions
from course.check.questions.share_ledger import NoQuestions
from course.graph import ComputationNode
from course.messages.failure import CheckFailed
from course.subject import RunByLine, ask
from course.values.closeness import ATOL
from course.values.words import LINE_WIDTH, ORDINALS

BLANKS = ORDINALS[:WANTED]
_NODE = re.compile(
    r"[\s'\"`]*(?:the\s+)?(?:node:?\s+|(?P<of_class>\w+)\s+)?(?P<name>[^\s'\"`]+)[\s'\"`]*",
    re.IGNORECASE,
)
CLOSE = 1e-3  # relative: a number read off a picture is accepted


def ask_about(
    graph: ComputationNode, forward_algorithm: Callable, backward_algorithm: Callable, *, one: float
) -> None:
    """Prints three questions about what an engine does on a graph, and the engine's lines with
    their numbers.

    Args:
        graph: the output node; all nodes have names, and the leaves hold numbers.
        forward_algorithm, backward_algorithm: the student's functions.
        one: the upstream gradient of the second backward pass, which the questions are about.
    """
    runs = ask(RunByLine(graph, forward_algorithm, backward_algorithm, one))
    try:
        chosen = questions(graph, one, runs)
    except NoQuestions as reason:
        print(reason)
        return
    print("Your engine, its lines counted:\n")
    print(listing(runs.source))
    print(
        "\nOn the graph below it runs forward, then backward with `one` at its default, and then "
        f"backward\nonce more, with one={one:g}. The questions are about this last call, unless "
        "they name the forward\npass.\n"
    )
    for blank, item in zip(BLANKS, chosen, strict=False):
        print(_question_text(blank, item))


def check_own_engine(
    answers: Mapping[str, object],
    graph: ComputationNode,
    forward_algorithm: Callable,
    backward_algorithm: Callable,
    *,
    one: float,
) -> float:
    """Checks the answers to the questions of `ask_about`, which has the same arguments.

    Returns:
        The fraction of the answers that are right.

    Raises:
        NoQuestions: no questions can be asked about the engine.
        CheckFailed: no answer is right yet.
    """
    runs = ask(RunByLine(graph, forward_algorithm, backward_algorithm, one))
    check_names(answers, BLANKS)
    if all(answers.get(blank, ...) is ... for blank in BLANKS):
        raise CheckFailed("fill in the answers first. The cell above asks the questions.")
    right = dict(zip(BLANKS, questions(graph, one, runs), strict=False))
    for blank, item in right.items():
        print(_question_text(blank, item))
    print()
    try:
        return check_each(answers, right, _verdict)
    finally:
        if any(not is_right_answer(answers.get(blank), item) for blank, item in right.items()):
            print(f"\nYour engine, its lines counted:\n\n{listing(runs.source)}")
            call = f"{graph.name}, forward_algorithm, backward_algorithm, one={one:g}"
            print(f"\nTo see your run step by step: replay({call})")


def is_right_answer(answer: object, item: QuizItem) -> bool:
    """Whether an answer to a question is right."""
    if isinstance(item.answer, str):
        node_class, name = _node_in(answer)
        return name == item.answer and node_class in ("", item.answer_class)
    value = _number_in(answer)
    if isinstance(item.answer, int):
        return value == item.answer
    return math.isclose(value, item.answer, rel_tol=CLOSE, abs_tol=ATOL)


def _number_in(answer: object) -> float:
    """The number in an answer such as 7 or "line 7"; nan if the answer is not a number."""
    if isinstance(answer, str):
        answer = re.sub(r"^\s*line\s*", "", answer, flags=re.IGNORECASE)
    return answered_value(answer, {})


def _node_in(answer: object) -> tuple[str, str]:
    """The class and the name in an answer such as "u", "'u'", "the node u" or "Mean u", each empty
    if it is not there."""
    found = _NODE.fullmatch(answer) if isinstance(answer, str) else None
    return (found["of_class"] or "", found["name"]) if found else ("", "")


def listing(source: Sequence[str]) -> str:
    """The lines of an engine with their numbers."""
    return "\n".join(f"{number:4}  {line}" for number, line in enumerate(source, 1))


def _question_text(blank: str, item: QuizItem) -> str:
    text = f"{blank.ljust(8)}{item.text}"
    return textwrap.fill(text, LINE_WIDTH - 12, subsequent_indent=" " * 8)


def _verdict(answer: object, item: QuizItem, _: str) -> str:
    if is_right_answer(answer, item):
        return RIGHT
    if isinstance(item.answer, str) and not _node_in(answer)[1]:
        return "the answer is the name of a node in quotes."
    if not isinstance(item.answer, str) and math.isnan(_number_in(answer)):
        return "the answer is a number."
    where = "Follow your code line by line." if item.group == Group.LINE else "Follow your run."
    return f"{answer!s:.60}. {where}"
