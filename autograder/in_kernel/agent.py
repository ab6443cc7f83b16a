"""Answers the judge's questions inside a kernel: what do your functions do to this graph?

An act is a question of `course.subject`, answered by the same code as in a notebook, or a
preparation: build this graph, give it other values. An answer holds raw numbers: what every node
received and returned, call by call, and what it holds at the end. Acts on one graph happen to the
same objects, one after the other.
"""

import json
import linecache
import os
import sys
from decimal import Decimal
from fractions import Fraction
from io import FileIO
from pathlib import Path
from time import process_time
from types import FunctionType, NoneType

from IPython import get_ipython
from IPython.display import display

from course.graph import ComputationNode
from course.recording.reachable import names_looked_up
from course.running.attempt import Raised, raised
from course.running.whose_code import add_library
from course.subject import Here

from . import bent  # noqa: F401  a question that can be asked
from .autograd import autograd_noted
from .evidence import MIME
from .helpers import helped
from .portable import leaves, pack, rebuilt, unpack
from .replaced import replaced
from .shortcuts import Shortcuts
from .wire import codec, functions_of, question_of

MAX_ANSWERS = 900_000  # characters
MAX_SECONDS = 40.0  # seconds of processor time for all acts of a cell
HERE = "__main__"  # the module of what a notebook defines
AGENT_FOLDER = f"{Path(__file__).parent}{os.sep}"
add_library(AGENT_FOLDER)
# Bound before a student's code runs, which can replace those of the module.
_encoded = json.JSONEncoder(allow_nan=False).encode
_decoded = json.JSONDecoder().decode
_REQUEST = f"{__name__}.show("  # in the source of a request
SKIPPED = _encoded({"skipped": True})
# What sends all messages of a graded kernel. It is used directly: on the way through IPython, code
# of the notebook's could change what is sent.
_wire = getattr(getattr(get_ipython(), "display_pub", None), "session", None)
_say = getattr(_wire, "say", None)

_earlier: dict[str, tuple[dict, set]] = {}  # by nonce: functions and classes, and the stuck ones
# The answers to requests that came after others, by what was asked of which code.
_known: dict[tuple, list[str]] = {}


def show(request: str) -> None:
    """Answers a request and displays the evidence. This is all that a graded cell runs.

    A request that comes after another uses the functions and classes of that time, also for their
    calls of each other: later cells may have redefined some of them. What has been asked of the
    same code is not asked again.
    """
    heard = _unheard()
    asked = _decoded(request)
    _forget_request()
    agent = Agent(get_ipython().user_ns)
    answers, others, key = None, [], None
    if asked["after"]:
        code, agent.stuck = _earlier[asked["after"]]
        for name in _code(agent.names):
            del agent.names[name]
        agent.names.update(code)
        key = _encoded(asked["acts"]), _identity(asked["acts"], code)
        answers = _known.get(key)
    else:
        others = replaced()
    with autograd_noted() as autograd, helped() as helpers:
        if answers is None:
            answers = agent.answer(asked["acts"])
            others += replaced() + _channel_replaced()  # by the code that has just run
    if key:
        _known[key] = answers
    heard |= _unheard()
    _earlier[asked["nonce"]] = _code(agent.names), agent.stuck
    seen = {"autograd": len(autograd), "helpers": len(helpers), "replaced": others}
    seen |= {"shortcuts": sorted(agent.shortcuts.found), "heard": heard}
    head = _encoded({"nonce": asked["nonce"]} | seen)
    text = f'{head[:-1]}, "answers": [{", ".join(answers)}]}}'
    _display({MIME: {"evidence": text}})


def _display(data: dict) -> None:
    if _say:
        _say("display_data", {"data": data, "metadata": {}})
    else:  # there is no sandbox around this
        display(data, raw=True)


def _channel_replaced() -> list[str]:
    """The name of the file that all messages go to, if it is no longer the kernel's."""
    is_kernels = type(getattr(_wire, "out", None)) in (FileIO, NoneType)
    return [] if is_kernels else ["pipe_kernel._Wire.out"]


def _unheard() -> bool:
    """Ends what is called at each call or line that is run, and could change what is told; returns
    whether there was anything."""
    heard = sys.getprofile() is not None or sys.gettrace() is not None
    sys.setprofile(None)
    sys.settrace(None)
    return heard


def _forget_request() -> None:
    """Takes the request, with its nonce, out of what a notebook can look up: `In`, for example."""
    shell = get_ipython()
    for inputs in (shell.history_manager.input_hist_raw, shell.history_manager.input_hist_parsed):
        inputs[-1:] = [""]
    for name, value in list(shell.user_ns.items()):
        if name.startswith("_i") and isinstance(value, str) and _REQUEST in value:
            shell.user_ns[name] = ""
    for file, entry in list(linecache.cache.items()):  # where IPython keeps each cell's lines
        if len(entry) > 1 and any(line.startswith(_REQUEST) for line in entry[2]):
            del linecache.cache[file]


def _code(names: dict) -> dict:
    """The functions and classes in a namespace; keeping the data they work on might take much
    memory."""
    return {name: value for name, value in names.items() if callable(value)}


def _identity(acts: list[dict], code: dict) -> frozenset:
    """The functions and classes that acts run, with all that these may use of a namespace's code:
    the same for the same objects under the same names."""
    waiting = [name for act in acts for name in functions_of(act)]
    found = {}
    while waiting:
        name = waiting.pop()
        if name in found or name not in code:
            continue
        found[name] = value = code[name]
        if isinstance(value, FunctionType) and not value.__closure__:
            waiting += names_looked_up(value.__code__)
        elif getattr(value, "__module__", HERE) in (HERE, None):  # a class, or something decorated
            found = code
            break
    return frozenset((name, id(value)) for name, value in found.items())


class Agent:
    """Carries out acts with the functions and classes of one namespace."""

    def __init__(self, names: dict):
        self.names = names
        self.described: dict[int, list[dict]] = {}  # graphs, which are built on demand
        self.built: dict[int, ComputationNode] = {}
        self.stuck: set[str] = set()  # functions that did not end
        self.shortcuts = Shortcuts()
        self.size = 0

    def answer(self, acts: list[dict]) -> list[str]:
        """An answer to each act, as JSON; {"skipped": true} if time or space is used up."""
        started, answers = process_time(), []
        for act in acts:
            answer = SKIPPED
            if process_time() - started <= MAX_SECONDS and self.stuck.isdisjoint(functions_of(act)):
                answer = _encoded(self.carry_out(act))
            if answer != SKIPPED and self.size + len(answer) > MAX_ANSWERS:
                answer = SKIPPED  # this one is too large; later ones may not be
            answers.append(answer)
            self.size += len(answer) if answer != SKIPPED else 0
        return answers

    def carry_out(self, act: dict) -> dict:
        """The answer to one act. An error in the student's code is an answer, too."""
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
        with self.shortcuts.noted(question, nodes):
            happened = Here().ask(question)
        return codec(question.answer).encode(happened, nodes)

    def _graph(self, number: int) -> ComputationNode:
        if number not in self.built:
            self.built[number] = rebuilt(self.described[number], self.names)
        return self.built[number]


def _with_floats(value: object) -> object:
    """A dict of blanks with its numbers as floats, since any kind of number will do; else the
    value."""
    if not isinstance(value, dict):
        return value
    return {blank: _as_float(each) for blank, each in value.items()}


def _as_float(value: object) -> object:
    try:
        return float(value) if isinstance(value, Fraction | Decimal) else value
    except OverflowError:
        return value


def _described(error: BaseException) -> dict:
    """An error that was raised outside any question, as data; without the lines of this package."""
    trace = error.__traceback__
    while trace and trace.tb_frame.f_code.co_filename.startswith(AGENT_FOLDER):
        trace = trace.tb_next
    return codec(Raised).encode(raised(error.with_traceback(trace)), [])
