"""Answers the judge's questions inside a kernel, such as what a student's functions do to a graph.

Most acts are questions, answered by the same code as in a notebook. Others build a graph, give it
other values, or ask for the names defined or the value of a variable. The answer to a question
holds raw numbers: what each node received and returned, call by call, and its values at the end.
Acts on the same graph share its node objects and run in order.
"""

import sys
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from time import process_time

from IPython import get_ipython
from IPython.display import display

from course.graph import ComputationNode
from course.running.attempt import raised
from course.running.settings import one_thread
from course.running.whose_code import add_library
from course.subject import Here

from . import bent_gradients  # noqa: F401  a question that can be asked
from .evidence import MIME, decoder, encoder
from .graphs_as_json import leaves, rebuilt
from .questions_as_json import encode_answer, functions_in, functions_of, question_of
from .reached_code import NamedCode
from .values_as_json import pack, unpack
from .watching.autograd import autograd_noted
from .watching.other_code import FOLDER
from .watching.replaced import ReplacedNoted
from .watching.shortcuts import shortcuts_noted

MAX_ANSWERS = 900_000  # characters
ACTS_SECONDS = 40.0  # of processor time for all acts of a cell
add_library(FOLDER)
_encoded, _decoded, _sorted = encoder(allow_nan=False), decoder(), sorted
SKIPPED = _encoded({"skipped": True})


@dataclass(frozen=True)
class _Moment:
    """The code that a notebook defined when a request was answered."""

    code: dict  # the functions and classes, by name
    stuck: set[str]  # the names of the functions that did not end


_earlier: dict[str, _Moment] = {}  # by the request's nonce
_named_code = NamedCode()


def show(request: str, say: Callable[[str, dict], None] | None = None) -> None:
    """Answers a request and displays the evidence. When a check is graded, its cell runs only this.

    A request may name an earlier one. The functions and classes of that time are then put back
    first, because later cells may have redefined some. Calls among them reach the earlier ones,
    too.

    Args:
        say: sends a message without using any object that the notebook's code can reach. If it is
            omitted, the evidence is displayed in the usual way.
    """
    agent = Agent(get_ipython().user_ns)
    signs = agent.signs
    # Profile and trace functions, such as those of a debugger that is still active, would slow this
    # down and could change the answers.
    sys.setprofile(None)
    sys.settrace(None)
    with one_thread(), autograd_noted(signs), ReplacedNoted(signs):
        asked = _decoded(request)
        if asked["after"]:
            agent.return_to(_earlier[asked["after"]])
        answers = agent.answer(asked["acts"])
        _earlier[asked["nonce"]] = _Moment(_code(agent.names), agent.stuck)
        code = "" if agent.stuck else _named_code.name_of(functions_in(asked["acts"]), agent.names)
    # From here on, nothing would notice a replaced function, so in a sandbox the following lines
    # call none that a notebook can replace.
    head = _encoded({"nonce": asked["nonce"], "signs": _sorted(signs), "code": code})
    text = f'{head[:-1]}, "answers": [{", ".join(answers)}]}}'
    data = {MIME: {"evidence": text}}
    if say:
        say("display_data", {"data": data, "metadata": {}})
    else:  # not in a sandbox
        display(data, raw=True)


def _code(names: dict) -> dict:
    """The functions and classes in a namespace. Data is left out, because keeping it might take
    much memory."""
    return {name: value for name, value in names.items() if callable(value)}


class Agent:
    """Carries out acts with the functions and classes of one namespace."""

    def __init__(self, names: dict):
        self.names = names
        self.signs: set[str] = set()  # of what looks like a trick
        self._looked_at: set[type] = set()  # classes of nodes that were searched for shortcuts
        self.stuck: set[str] = set()  # the names of functions that did not end
        # For each graph, by its number: the description of its nodes and, from its first use on,
        # its output node.
        self.described: dict[int, list[dict]] = {}
        self.built: dict[int, ComputationNode] = {}

    def return_to(self, moment: _Moment) -> None:
        """Puts the functions and classes of an earlier moment in place of the present ones."""
        for name in _code(self.names):
            del self.names[name]
        self.names.update(moment.code)
        self.stuck = moment.stuck

    def answer(self, acts: list[dict]) -> list[str]:
        """The answer to each act, as JSON. It is {"skipped": true} if time or space has run out, or
        if the act is about a function that did not end earlier."""
        started = process_time()
        answers: list[str] = []
        room = MAX_ANSWERS
        for act in acts:
            answer = SKIPPED
            has_time = process_time() - started <= ACTS_SECONDS
            if has_time and self.stuck.isdisjoint(functions_of(act)):
                answer = _encoded(self.carry_out(act))
            if len(answer) > room:
                answer = SKIPPED  # this answer is too large, but later ones may not be
            answers.append(answer)
            room -= len(answer)
        return answers

    def carry_out(self, act: dict) -> dict:
        """The answer to one act. If the act raises an error, the answer describes that error."""
        try:
            answer = self._answer(act)
        except BaseException as error:
            answer = {"error": _described(error)}
        if {"TookTooLong", "Waited"}.intersection((answer.get("error") or {}).get("kinds", ())):
            self.stuck.update(functions_of(act))
        return answer

    def _answer(self, act: dict) -> dict:
        match act:
            case {"do": "defined", "names": names}:
                return {"defined": [name for name in names if name in self.names]}
            case {"do": "value", "name": name}:
                return {"value": pack(_with_floats(self.names[name]))}
            case {"do": "build", "graph": graph, "nodes": nodes}:
                self.described[graph] = nodes
                return {}
            case {"do": "give", "graph": graph, "values": values}:
                for leaf, value in zip(leaves(self._graph(graph)), values, strict=True):
                    leaf.value = unpack(value)
                return {}
        graph = None if act["graph"] is None else self._graph(act["graph"])
        question = question_of(act, graph, self.names)
        nodes = [] if graph is None else graph.sorted_nodes()
        with shortcuts_noted(self.signs, question, nodes, self._looked_at):
            answer = Here().ask(question)
        return encode_answer(answer, nodes)

    def _graph(self, number: int) -> ComputationNode:
        if number not in self.built:
            self.built[number] = rebuilt(self.described[number], self.names)
        return self.built[number]


def _with_floats(value: object) -> object:
    """A dict of blanks with fractions and decimals as floats, since a blank accepts any kind of
    number. Any other value is returned unchanged."""
    if not isinstance(value, dict):
        return value
    return {blank: _as_float(number) for blank, number in value.items()}


def _as_float(value: object) -> object:
    try:
        return float(value) if isinstance(value, Fraction | Decimal) else value
    except OverflowError:
        return value


def _described(error: BaseException) -> dict:
    """An error that was raised outside any question, as data, without lines of this package at the
    start of its traceback."""
    trace = error.__traceback__
    while trace and trace.tb_frame.f_code.co_filename.startswith(FOLDER):
        trace = trace.tb_next
    return encode_answer(raised(error.with_traceback(trace)), [])
