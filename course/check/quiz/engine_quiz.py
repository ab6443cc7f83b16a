"""Asks students what their own engine did on a given graph, and checks the answers.

`quiz_items` returns all questions that can be asked about an engine, and `chosen_items` returns
those that are asked.
"""

import hashlib
import math
import re
import textwrap
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from course.check.base.blank_by_blank import RIGHT, check_each, check_names
from course.check.paper.answers import answered_value
from course.check.quiz.quiz_run import NoQuiz, QuizRun
from course.check.quiz.quiz_templates import Group, templates
from course.graph import ComputationNode
from course.messages.failure import CheckFailed
from course.questions import RunByLine
from course.recording.run_by_line import RanByLine
from course.reference.twin import twin
from course.sentences.lines import LINE_WIDTH
from course.sentences.words import ORDINALS
from course.subject import ask
from course.values.as_text import as_typed
from course.values.closeness import ATOL, values_agree

QUESTIONS_ASKED = 3
BLANKS = ORDINALS[:QUESTIONS_ASKED]
# How students write a node: `u`, `'u'`, `u.`, `the node u`, `node 'u'`, `Node: u` or `Mean u`.
_NODE = re.compile(
    r"[\s'\"`]*(?:the\s+)?(?:node:?\s+|(?P<of_class>\w+)\s+)?['\"`]*(?P<name>[^\s'\"`]+?)[\s'\"`.]*",
    re.IGNORECASE,
)
CLOSE = 1e-3  # relative: a number read off a picture is accepted


@dataclass(frozen=True)
class QuizItem:
    """A question about one engine."""

    question: str  # the name of its template
    about: str  # the node, or whatever else distinguishes it from others with this template
    group: Group
    text: str  # the question as it is asked
    # The right answer: the number of a line, the name of a node, or another number.
    answer: float | str
    answer_class: str = ""  # the class of the node, if the answer is a node

    @property
    def key(self) -> tuple[str, str]:
        """Identifies this item among all items about an engine."""
        return self.question, self.about


def ask_about(
    graph: ComputationNode, forward_algorithm: Callable, backward_algorithm: Callable, *, one: float
) -> None:
    """Prints three questions about what an engine does on a graph, and the engine's lines with
    their numbers.

    Args:
        graph: the output node; all nodes have names, and the leaves hold numbers.
        forward_algorithm, backward_algorithm: the student's functions.
        one: the upstream gradient of the second backward pass, which most questions are about.
    """
    runs = ask(RunByLine(graph, forward_algorithm, backward_algorithm, one))
    try:
        chosen = chosen_items(graph, one, runs)
    except NoQuiz as reason:
        print(reason)
        return
    print("Your engine, its lines counted:\n")
    print(numbered_lines(runs.source))
    print(
        "\nOn the graph below it runs forward, then backward with `one` at its default, and then "
        f"backward\nonce more, with one={one:g}. The questions are about this last call, unless "
        "they name the forward\npass.\n"
    )
    for blank, item in zip(BLANKS, chosen, strict=False):
        print(_question_text(blank, item))


def check_own_engine(
    graph: ComputationNode,
    forward_algorithm: Callable,
    backward_algorithm: Callable,
    answers: Mapping[str, object],
    *,
    one: float,
) -> None:
    """Checks the answers to the questions that `ask_about` prints for the same other arguments.

    Raises:
        NoQuiz: no questions can be asked about the engine.
        CheckFailed: no answer is right yet.
    """
    runs = ask(RunByLine(graph, forward_algorithm, backward_algorithm, one))
    check_names(answers, BLANKS)
    if all(answers.get(blank, ...) is ... for blank in BLANKS):
        raise CheckFailed("Fill in the answers first. The cell above asks the questions.")
    right = dict(zip(BLANKS, chosen_items(graph, one, runs), strict=False))
    for blank, item in right.items():
        print(_question_text(blank, item))
    print()
    try:
        check_each(answers, right, lambda answer, item, _: quiz_verdict(answer, item))
    finally:
        if any(not is_right_answer(answers.get(blank), item) for blank, item in right.items()):
            print(f"\nYour engine, its lines counted:\n\n{numbered_lines(runs.source)}")
            call = f"{graph.name}, forward_algorithm, backward_algorithm, one={one:g}"
            print(f"\nTo see your run step by step: replay({call})")


def is_right_answer(answer: object, item: QuizItem) -> bool:
    """Whether an answer to a question is right. Whole numbers have to be exact; others may be off
    by `CLOSE`."""
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
    """The class and the name in an answer such as "u", "'u'", "the node u" or "Mean u"; each is
    empty if missing."""
    found = _NODE.fullmatch(answer) if isinstance(answer, str) else None
    return (found["of_class"] or "", found["name"]) if found else ("", "")


def numbered_lines(source: Sequence[str]) -> str:
    """The lines of an engine with their numbers."""
    return "\n".join(f"{number:4}  {line}" for number, line in enumerate(source, 1))


def _question_text(blank: str, item: QuizItem) -> str:
    text = f"{blank.ljust(8)}{item.text}"
    return textwrap.fill(text, LINE_WIDTH - 12, subsequent_indent=" " * 8)


def quiz_verdict(answer: object, item: QuizItem) -> str:
    """Says whether an answer to a question is right, and if not, what to look at."""
    if is_right_answer(answer, item):
        return RIGHT
    if isinstance(item.answer, str) and not _node_in(answer)[1]:
        return "the answer is the name of a node, in quotes."
    if not isinstance(item.answer, str) and math.isnan(_number_in(answer)):
        return "the answer is a number."
    where = "Follow your code line by line." if item.group == Group.LINE else "Follow your run."
    return f"{as_typed(answer).removesuffix('.')}. {where}"


def chosen_items(
    graph: ComputationNode, one: float, runs: RanByLine, count: int = QUESTIONS_ASKED
) -> list[QuizItem]:
    """Questions about an engine, chosen by a hash of its code, so different code gets different
    questions.

    Two are about lines and, if the engine has an order of its own, one is about the order, because
    these answers differ between engines. More important, no two have the same answer if possible.

    Raises:
        NoQuiz: as for `quiz_items`.
    """
    lines = (line.strip() for line in runs.source)
    text = "\n".join(line for line in lines if line and not line.startswith("#"))

    def rank(item: QuizItem) -> str:
        return hashlib.sha256(f"{text}\n{item.key}".encode("utf-8", "replace")).hexdigest()

    waiting: dict[str, QuizItem] = {}  # the first item of each template
    for item in sorted(quiz_items(graph, one, runs), key=rank):
        waiting.setdefault(item.question, item)
    has_order = any(item.group == Group.ORDER for item in waiting.values())
    groups = [Group.LINE, Group.LINE, Group.ORDER if has_order else None, *[None] * count]
    chosen: list[QuizItem] = []
    for group in groups[: min(count, len(waiting))]:
        answers = {item.answer for item in chosen}
        best = min(
            waiting.values(),
            key=lambda item: (item.answer in answers, group not in (None, item.group)),
        )
        chosen.append(waiting.pop(best.question))
    return chosen


@lru_cache(maxsize=1)  # at grading, a check and then the viva ask about the same runs
def quiz_items(graph: ComputationNode, one: float, runs: RanByLine) -> tuple[QuizItem, ...]:
    """All items that can be asked about an engine: those that are the same on each copy of the
    graph.

    Raises:
        NoQuiz: the engine did not finish, leaves out what every engine has to do, or differs too
            much between copies, or its record contradicts itself.
    """
    right = twin(graph, one).gradients
    quiz_runs = []
    for forward, backward in zip(runs.forward, runs.backward, strict=False):
        if stopped := forward.stopped or backward.stopped:
            raise NoQuiz(f"On this graph {stopped}.")
        run = QuizRun(graph, one, forward, backward, len(runs.source))
        if left_out := _left_out(run, right):
            raise NoQuiz(f"On this graph {left_out}.")
        quiz_runs.append(run)
    if not quiz_runs:
        raise NoQuiz(f"{runs.error.text if runs.error else 'Nothing is known of what it did'}.")
    # An order is not asked about if it differs from copy to copy, as that of a set does, or is the
    # reverse of `sorted_nodes`.
    usual = [i for i, inputs in enumerate(quiz_runs[0].inputs) if inputs][::-1]
    has_own_order = all(usual != each.order == quiz_runs[0].order for each in quiz_runs)
    first, *others = (_items_of(run, has_own_order) for run in quiz_runs)
    in_others = [*map(set, others)]
    same_in_all = tuple(item for item in first if all(item in those for those in in_others))
    if len(same_in_all) < QUESTIONS_ASKED:
        raise NoQuiz("Too little of what it does is the same each time.")
    return same_in_all


def _left_out(run: QuizRun, right: Iterable) -> str:
    """Says which part of its work an engine leaves out; empty if none. Even a wrong engine has to
    call each inner node in both passes. Unless all its gradients are right, it also has to bring
    some node a share."""
    for i in run.inner:
        if not run.forward.visits[i]:
            return f"its forward pass does not call forward of {run.names[i]}"
        if i not in run.order:
            return f"its second backward pass does not call backward of {run.names[i]}"
    if not run.brings and not all(map(values_agree, run.final, map(float, right))):
        return (
            "its second backward pass is not seen to bring any node a share that backward "
            "returned for it"
        )
    return ""


def _items_of(run: QuizRun, has_own_order: bool) -> list[QuizItem]:
    all_items = []
    class_of = {node.name: node.class_name for node in run.nodes}
    for name, (group, text, template) in templates.items():
        if group == Group.ORDER and not has_own_order:
            group = Group.OTHER
        for about, answer, *named in template(run):
            asked = text.format(*named or [about])
            all_items.append(QuizItem(name, about, group, asked, answer, class_of.get(answer, "")))
    return all_items
