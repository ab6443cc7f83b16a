"""Makes the questions to one engine, with their right answers, and chooses those that are asked."""

import hashlib
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from course.check.base.twin import twin
from course.check.questions.question_templates import EngineRun, Group, templates
from course.check.questions.share_ledger import NoQuestions
from course.graph import ComputationNode
from course.recording.run_by_line import RunsByLine
from course.values.closeness import values_agree

WANTED = 3


@dataclass(frozen=True)
class QuizItem:
    """A question to one engine."""

    question: str  # the name of the question
    about: str  # the node, or what else distinguishes it from other items of the same question
    group: Group
    text: str  # the question as it is asked
    # The right answer: the number of a line, the name of a node, or another number.
    answer: float | str
    answer_class: str = ""  # the class of the node, if the answer is one

    @property
    def key(self) -> tuple[str, str]:
        """What distinguishes this item from all others."""
        return self.question, self.about


def items(graph: ComputationNode, one: float, runs: RunsByLine) -> list[QuizItem]:
    """All items that can be asked about an engine: those with the same answer on each copy of the
    graph.

    Raises:
        NoQuestions: the engine did not finish, or leaves out what every engine has to do, or the
            record of it contradicts itself.
    """
    passes = list(zip(runs.forward, runs.backward, strict=False))
    if not passes:
        raise NoQuestions(f"{runs.error or 'Nothing is known of what it did'}.")
    right = twin(graph, one).gradients
    of_copies = []
    for forward, backward in passes:
        if stopped := forward.stopped or backward.stopped:
            raise NoQuestions(f"On this graph {stopped}.")
        run = EngineRun(graph, one, forward, backward, len(runs.source))
        if not len(run.kinds) == len(forward.visits) == len(backward.visits):
            raise NoQuestions("What it did does not fit together.")
        if left_out := _left_out(run, right):
            raise NoQuestions(f"On this graph {left_out}.")
        of_copies.append(run)
    # An order that differs from copy to copy, as that of a set does, is nothing to ask about.
    is_own = len({tuple(run.order) for run in of_copies}) == 1 and not of_copies[0].is_usual
    first, *others = (_items_of(run, is_own) for run in of_copies)
    in_others = [set(items) for items in others]
    same_in_all = [item for item in first if all(item in items for items in in_others)]
    if len(same_in_all) < WANTED:
        raise NoQuestions("Too little of what it does is the same each time.")
    return same_in_all


def _left_out(run: EngineRun, right: Iterable) -> str:
    """Says which part of its work an engine leaves out; empty if none. Even a wrong engine has to
    call each inner node in both passes and, unless all gradients are right, bring some node a
    share."""
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


def _items_of(run: EngineRun, has_own_order: bool) -> list[QuizItem]:
    all_items = []
    class_of = dict(zip(run.names, run.kinds, strict=True))
    for name, (group, text, template) in templates.items():
        if group == Group.ORDER and not has_own_order:
            group = Group.OTHER
        for about, answer, *named in template(run):
            asked = text.format(*named or [about])
            all_items.append(QuizItem(name, about, group, asked, answer, class_of.get(answer, "")))
    return all_items


def chosen_items(all_items: Sequence[QuizItem], code: Iterable[str], count: int) -> list[QuizItem]:
    """Some of the questions, chosen by the engine's code, so that other code gets other questions.

    Two are about lines and, if the order is not the usual one, one is about the order, so that the
    answers differ between engines. More important still, no two of them have the same answer if
    that can be avoided.
    """
    lines = (line.strip() for line in code)
    text = "\n".join(line for line in lines if line and not line.startswith("#"))

    def rank(item: QuizItem) -> str:
        return hashlib.sha256(f"{text}\n{item.key}".encode("utf-8", "replace")).hexdigest()

    first_of_question: dict[str, QuizItem] = {}
    for item in sorted(all_items, key=rank):
        first_of_question.setdefault(item.question, item)
    waiting = list(first_of_question.values())
    chosen: list[QuizItem] = []
    has_order = any(item.group == Group.ORDER for item in all_items)
    groups = [Group.LINE, Group.LINE, Group.ORDER if has_order else None, *[None] * count]
    for group in groups[:count]:
        best = _best(waiting, group, {item.answer for item in chosen})
        if best:
            chosen.append(best)
            waiting.remove(best)
    return chosen


def _best(
    waiting: Sequence[QuizItem], group: Group | None, answers: Collection[float | str]
) -> QuizItem | None:
    """The first item with a new answer, in the group if possible; else the first in the group; else
    any item. None if none is waiting."""
    in_group = [item for item in waiting if group in (None, item.group)]
    new = [item for item in waiting if item.answer not in answers]
    both = [item for item in in_group if item in new]
    return next(iter(both or new or in_group or waiting), None)
