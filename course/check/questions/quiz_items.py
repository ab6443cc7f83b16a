"""Makes the questions to one engine, with their right answers, and chooses those that are asked."""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass

from course.check.base.twin import twin
from course.check.questions.question_templates import Group, templates
from course.check.questions.share_ledger import Ledger, NoQuestions
from course.graph import ComputationNode
from course.recording.run_by_line import RunsByLine
from course.sketch import class_name
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


def questions(
    graph: ComputationNode, one: float, runs: RunsByLine, count: int = WANTED
) -> list[QuizItem]:
    """Questions about an engine, chosen by its code, so that other code gets other questions.

    Two are about lines and, if the order is not the usual one, one is about the order, so that the
    answers differ between engines. More important still, no two of them have the same answer if
    that can be avoided.

    Raises:
        NoQuestions: as for `items`.
    """
    lines = (line.strip() for line in runs.source)
    text = "\n".join(line for line in lines if line and not line.startswith("#"))

    def rank(item: QuizItem) -> str:
        return hashlib.sha256(f"{text}\n{item.key}".encode("utf-8", "replace")).hexdigest()

    waiting: dict[str, QuizItem] = {}  # the first item of each question
    for item in sorted(items(graph, one, runs), key=rank):
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


def items(graph: ComputationNode, one: float, runs: RunsByLine) -> list[QuizItem]:
    """All items that can be asked about an engine: those with the same answer on each copy of the
    graph.

    Raises:
        NoQuestions: the engine did not finish, or leaves out what every engine has to do, or the
            record of it contradicts itself.
    """
    right = twin(graph, one).gradients
    ledgers = []
    for forward, backward in zip(runs.forward, runs.backward, strict=False):
        if stopped := forward.stopped or backward.stopped:
            raise NoQuestions(f"On this graph {stopped}.")
        ledger = Ledger(graph, one, forward, backward, len(runs.source))
        if left_out := _left_out(ledger, right):
            raise NoQuestions(f"On this graph {left_out}.")
        ledgers.append(ledger)
    if not ledgers:
        raise NoQuestions(f"{runs.error or 'Nothing is known of what it did'}.")
    # An order that differs from copy to copy, as that of a set does, is nothing to ask about, and
    # neither is that of `sorted_nodes`, from the end.
    usual = [i for i, inputs in enumerate(ledgers[0].inputs) if inputs][::-1]
    has_own_order = all(usual != each.order == ledgers[0].order for each in ledgers)
    first, *others = (_items_of(ledger, has_own_order) for ledger in ledgers)
    same_in_all = [item for item in first if all(item in those for those in others)]
    if len(same_in_all) < WANTED:
        raise NoQuestions("Too little of what it does is the same each time.")
    return same_in_all


def _left_out(run: Ledger, right: Iterable) -> str:
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


def _items_of(run: Ledger, has_own_order: bool) -> list[QuizItem]:
    all_items = []
    class_of = {node.name: class_name(node) for node in run.nodes}
    for name, (group, text, template) in templates.items():
        if group == Group.ORDER and not has_own_order:
            group = Group.OTHER
        for about, answer, *named in template(run):
            asked = text.format(*named or [about])
            all_items.append(QuizItem(name, about, group, asked, answer, class_of.get(answer, "")))
    return all_items
