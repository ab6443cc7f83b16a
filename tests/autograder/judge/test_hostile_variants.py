"""Hostile submissions with individual exercises, and with questions about the student's engine."""

from dataclasses import replace

import pytest
from nbformat import NotebookNode

from autograder.grading.submission import NO_ID, GradedSubmission, run_and_judge
from autograder.judge.whose_exercise import Owner
from autograder.notebook.set_up import SET_UP, typed_id
from autograder.repairing.repair import repair_for
from course.check.variants.variant import variant_number
from tests.helpers.graded_attacks import SERIES, grade, no_gain, points
from tests.helpers.hostile import OTHERS, Attack
from tests.helpers.variants import CELLS, answers_of

NEIGHBOUR = "neighbour-whom-nobody-guesses"
CLASS = ("eve", NEIGHBOUR, "ada")
POINTS = 13  # of the two exercises by hand in homework 1


def typing(line: str):
    """What types an id into the set-up cell of a notebook that asks for one."""

    def edit(notebook: NotebookNode) -> None:
        (cell,) = (cell for cell in notebook.cells if cell.id == SET_UP)
        title, _, rest = cell.source.partition("\n")
        cell.source = f"{title}\n{line}\n{rest}"

    return edit


def filled(student: str) -> dict[str, str]:
    """The cells by hand of homework 1, with what is right for this student."""
    given = zip(CELLS.items(), answers_of(student), strict=True)
    return {cell: f"{name} = {answers!r}" for (cell, name), answers in given}


def copied(*extra: str, line: str = 'student_id = "eve"', **more) -> Attack:
    """A notebook with the neighbour's answers, and what is to make them count."""
    more = {"flag": f"({NEIGHBOUR})"} | more
    more = {"cells": filled(NEIGHBOUR), "edit": typing(line), "homework": "hw1-cosh"} | more
    return Attack(extra=extra, **more)


def graded_in_class(attack: Attack, everybody: tuple[str, ...] = CLASS) -> GradedSubmission:
    """What comes of it where everybody has exercises of their own."""
    notebook = attack.notebook()
    repaired = replace(repair_for(attack.homework, notebook), shown_id=typed_id(notebook))
    owner = Owner.of("eve", {each: each for each in everybody})
    return run_and_judge(attack.homework, repaired, SERIES, owner, limits=attack.limits)


@pytest.mark.parametrize("student_id", ["", "eve"])
def test_a_missing_id_is_reported_even_without_a_class_list(student_id):
    """In Gradescope's container there is none."""
    notebook = copied(line=f'student_id = "{student_id}"').notebook()
    repaired = replace(repair_for("hw1-cosh", notebook), shown_id=typed_id(notebook))
    graded = run_and_judge("hw1-cosh", repaired, SERIES, limits=copied().limits)
    assert (NO_ID in graded.notes.flags) == (student_id == "")


THEIRS = variant_number(NEIGHBOUR, "one fork")
PATCHED = f"""
import course, course.check.variants.variant as variants
variants.variant_number = lambda *given: {THEIRS}
variants.variant = lambda pool, standard: variants.Variant(0, standard, standard)
course.variant = variant = variants.variant
variants.POOLS["one fork"] = lambda number, real=variants.POOLS["one fork"]: real({THEIRS})
"""
ANOTHERS = f"""
import course.check.variants.variant as variants
variants.work_as({NEIGHBOUR!r})
variants._named = variants._at_work = {NEIGHBOUR!r}
variants.IDENTIFYING.clear()
"""
SEARCHED = """
import gc, sys
words = "neighbour-" "whom-nobody-guesses", "a series that " "no student knows"
def holds(each):
    try: return any(word in each for word in words)
    except Exception: return False
seen = [e for e in gc.get_objects() if isinstance(e, (dict, list, tuple, set))]
texts = [t for e in seen for t in (e.values() if isinstance(e, dict) else e) if type(t) is str]
texts += [t for e in seen if isinstance(e, dict) for t in e if type(t) is str]
for module in ("autograder", "autograder.judge.whose_exercise", "autograder.judge.question_plan"):
    attempt(module, lambda: __import__(module))
quoted = '"neighbour-" "whom'
found = [t for t in texts if holds(t) and quoted not in t and len(t) > 4]
found = [t for t in found if t not in words and "(" not in t]
won(found[0]) if found else tried("nothing in memory")
"""
ODD_ID = """student_id = type("Id", (str,), {
    "__eq__": lambda a, b: True, "__hash__": lambda a: 0, "__str__": lambda a: "NEIGHBOUR",
    "strip": lambda a: "NEIGHBOUR", "casefold": lambda a: "NEIGHBOUR"})()""".replace(
    "NEIGHBOUR", NEIGHBOUR
)
ODD_ANSWERS = {
    cell: f"{name} = type('Odd', (dict,), {{'get': lambda *a: type('One', (float,), "
    "{'__eq__': lambda a, b: True, '__sub__': lambda a, b: 0.0, '__float__': lambda a: 1.0})()})"
    "(dict.fromkeys('xacdbrz', 0.123))"
    for cell, name in CELLS.items()
}
VARIANTS = {
    "a neighbour's id and answers": copied(line=f'student_id = "{NEIGHBOUR}"'),
    "a neighbour's id in other letters": copied(line=f'student_id = " {NEIGHBOUR.upper()} "'),
    "a neighbour's answers under one's own id": copied(),
    "two ids, of which another is read than run": copied(
        line=f'student_id = "eve"\nstudent_id = "{NEIGHBOUR}"'
    ),
    "variants that are patched in the kernel": copied(PATCHED),
    "somebody else at work in the kernel": copied(ANOTHERS),
    "an id that is an object": copied(line=ODD_ID),
    "answers that are equal to all": copied(cells=ODD_ANSWERS, flag=""),
    "a search for the class in memory": copied(SEARCHED, says=("TRIED",)),
}


@pytest.mark.slow
@pytest.mark.parametrize("attack", [pytest.param(each, id=name) for name, each in VARIANTS.items()])
def test_an_attack_on_individual_exercises_wins_nothing(attack):
    no_gain(attack, graded_in_class(attack))


@pytest.mark.slow
def test_only_a_class_list_keeps_a_neighbours_id_from_giving_points():
    attack = VARIANTS["a neighbour's id and answers"]
    assert points(graded_in_class(attack, ("eve", "ada"))) == POINTS


# Questions about one's own engine: whoever answers as for the author's has to gain nothing.

REFERENCE = OTHERS["own-engine"]
SWITCHING = (
    OTHERS["engine"]
    + """
mine = forward_algorithm, backward_algorithm
def switching(graph, one=1.0):
    asked = {"p", "q", "r"} <= {node.name for node in graph.sorted_nodes()}
    if asked:
        nodes = graph.sorted_nodes()
        for node in nodes: node.gradient = None
        graph.gradient = one
        for node in reversed(nodes):
            for each, share in zip(node.input_nodes, node.backward()):
                each.accumulate_gradient(share)
        return graph
    return mine[1](graph, one)
backward_algorithm = switching
"""
)
REQUOTED = """
import linecache, course.questions as door
real = door.run_by_line
def told(graph, forward, backward, one):
    name = backward.__code__.co_filename
    text = "moved = True\\n" * 3 + "".join(linecache.getlines(name))
    linecache.cache[name] = len(text), None, text.splitlines(True), name
    return real(graph, forward, backward, one)
door.run_by_line = told
tried()
"""
RECODED = (
    OTHERS["engine"]
    + """
def other(graph, one=1.0):
    nodes = graph.sorted_nodes()
    for node in nodes: node.gradient = None
    graph.gradient = one
    for node in reversed(nodes):
        for each, share in zip(node.input_nodes, node.backward()): each.accumulate_gradient(share)
backward_algorithm.__code__ = other.__code__.replace(co_firstlineno=1, co_filename=__file__)
""".replace("__file__", "'<another cell>'")
)
LITTLE = """
def forward_algorithm(graph):
    return graph
def backward_algorithm(graph, one=1.0):
    graph.gradient = one
    graph.backward()
"""
# Of that, it would be asked which line starts, which calls backward, and what is changed last.
ABOUT_LITTLE = 'own_engine = {"first": 5, "second": 6, "third": "y"}'
REWORDED = OTHERS["engine"].replace("(graph):\n", '(graph):\n    "Runs forward."\n', 1)
ENGINES = {
    # One of its answers is true of what it does then, and that is what is asked.
    "an engine that is another one when it is asked about": Attack(
        4, cells={"engine": SWITCHING, "own-engine": REFERENCE}
    ),
    "lines that are moved while they are asked for": Attack(
        3, (REQUOTED,), OTHERS, says=("TRIED",), flag="not in your notebook"
    ),
    "an engine whose code was put in the place of another's": Attack(
        3, cells={"engine": RECODED, "own-engine": REFERENCE}, flag="no questions can be put"
    ),
    "an engine that does next to nothing": Attack(
        cells={"engine": LITTLE, "own-engine": ABOUT_LITTLE}, flag="no questions can be put"
    ),
    "a docstring that draws other questions": Attack(
        3, cells={"engine": REWORDED, "own-engine": REFERENCE}
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("attack", [pytest.param(each, id=name) for name, each in ENGINES.items()])
def test_an_attack_on_questions_about_ones_own_engine_wins_nothing(attack):
    no_gain(attack, grade(attack))
