"""Questions about one's own engine: each has one right answer, and it is the engine's own.

What is right is found in another way, too: by `helpers/spied_engines.py`.
"""

import ast
from collections import Counter, defaultdict
from functools import cache

import pytest

import course
from autograder.judge.author_run import code_cells
from course.check.quiz.engine_quiz import (
    QUESTIONS_ASKED,
    QuizItem,
    ask_about,
    check_own_engine,
    chosen_items,
    is_right_answer,
    quiz_items,
)
from course.check.quiz.quiz_run import NoQuiz, QuizRun
from course.check.quiz.quiz_templates import Group
from course.graph import Exp, IntPow, Leaf, Mean
from course.messages.failure import CheckFailed
from course.questions import RunByLine
from course.reference.twin import twin
from course.subject import ask
from course.values.closeness import values_agree
from tests.helpers.bank_engines import ANSWERS, read_mistakes
from tests.helpers.blanks import part_right
from tests.helpers.engine_grammar import engine as made_of
from tests.helpers.engine_grammar import engines
from tests.helpers.spied_engines import (
    COLLECTS_SHARES,
    ONE,
    RIGHT,
    Spy,
    all_items,
    asked,
    engine,
    engines_among,
    graph,
    reference,
    simulated,
    told,
)


def stable(name: str) -> bool:
    return "set(graph.sorted_nodes())" not in RIGHT[name]


@pytest.mark.parametrize("name", [name for name in RIGHT if stable(name)])
def test_each_answer_agrees_with_an_independent_simulation(name):
    functions = engine(RIGHT[name] or reference())
    for item in all_items(name).values():
        found = simulated(item, functions)
        assert is_right_answer(found, item), (item, found)


@pytest.mark.parametrize("name", RIGHT)
def test_each_right_engine_is_asked_three_different_questions(name):
    assert len({item.question for item in asked(name)}) == QUESTIONS_ASKED
    assert asked(name) == asked(name)


ON_ONE_LINE = "def backward_algorithm(graph, one=1.0):\n    " + "; ".join(
    (
        "nodes = graph.sorted_nodes()[::-1]",
        "[setattr(each, 'gradient', one if each is graph else None) for each in nodes]",
        "[i.accumulate_gradient(g) for n in nodes for i, g in zip(n.input_nodes, n.backward())]",
    )
)


@pytest.mark.parametrize("code", [*RIGHT.values(), ON_ONE_LINE])
def test_no_answer_is_right_for_two_questions_about_one_engine(code):
    those = chosen_items(graph(), ONE, ask(RunByLine(graph(), *engine(code or reference()), ONE)))
    for item in those:
        assert sum(is_right_answer(item.answer, other) for other in those) == 1


def test_an_engine_gets_the_same_questions_in_every_version():
    """Students have answered theirs; a change here asks them others."""
    forward = "def forward_algorithm(graph):\n    [node.forward() for node in graph.sorted_nodes()]"
    functions = engine(f"{forward}\n\n\n{ON_ONE_LINE}")
    found = chosen_items(graph(), ONE, ask(RunByLine(graph(), *functions, ONE)))
    assert [item.key for item in found] == [
        ("line_of_backward", "u"),
        ("line_of_forward", "p"),
        ("held_meanwhile", "p at t"),
    ]


def test_there_are_at_least_fourteen_kinds_of_questions_and_each_is_used():
    assert len({item.question for name in RIGHT for item in all_items(name).values()}) >= 14
    assert len({item.question for name in RIGHT for item in asked(name)}) >= 14


def test_a_question_about_the_forward_pass_says_so():
    found = [item for name in RIGHT for item in all_items(name).values()]
    asked_of_forward = [item.text for item in found if item.question.endswith("_forward")]
    assert asked_of_forward
    assert all("forward pass" in text for text in asked_of_forward)


def test_right_engines_with_different_code_rarely_get_the_same_three_questions():
    drawn = [tuple(item.key for item in asked(name)) for name in RIGHT]
    assert len(set(drawn)) >= 0.9 * len(drawn)


def test_most_questions_have_different_answers_for_different_right_engines():
    answers = defaultdict(set)
    for name in RIGHT:
        for of, item in all_items(name).items():
            answers[of].add(item.answer)
    drawn = [item for name in RIGHT for item in asked(name)]
    assert sum(len(answers[item.key]) > 1 for item in drawn) >= 0.8 * len(drawn)


def test_answers_from_the_reference_solution_earn_at_most_forty_percent():
    known = all_items("the author's")
    drawn = [item for name in RIGHT if RIGHT[name] for item in asked(name)]
    right = [
        item
        for item in drawn
        if item.key in known and is_right_answer(known[item.key].answer, item)
    ]
    assert len(right) <= 0.4 * len(drawn)


@cache
def in_text(homework: str) -> tuple:
    """The graph of a homework's questions, and the upstream gradient."""
    (cell,) = (cell for cell in code_cells(homework) if cell.id == "own-engine-check")
    names = {each: getattr(course, each) for each in course.__all__}
    names |= dict.fromkeys(("own_engine", "forward_algorithm", "backward_algorithm"))
    with pytest.MonkeyPatch.context() as patched:
        asked_about = []
        patched.setattr(
            course, "check_own_engine", lambda *args, one: asked_about.append((args[0], one))
        )
        exec(cell.source, names)
    return asked_about[0]


def test_answers_from_homework_2_or_the_reference_earn_little_in_homework_4():
    y, one = in_text("hw4-matmul")
    earned = Counter()
    for name, code in RIGHT.items():
        functions = engine(code or reference())
        before = {item.key: item for item in asked(name)}
        found = chosen_items(y, one, ask(RunByLine(y, *functions, one)))
        assert len({item.question for item in found}) == QUESTIONS_ASKED
        own = zip(before.values(), found, strict=True)
        earned["homework 2"] += sum(is_right_answer(a.answer, b) for a, b in own)
        reference_items = {
            i.key: i for i in quiz_items(y, one, ask(RunByLine(y, *engine(reference()), one)))
        }
        known = [reference_items.get(item.key) for item in found]
        right = [k and is_right_answer(k.answer, b) for k, b in zip(known, found, strict=True)]
        earned["reference"] += sum(map(bool, right)) if code else 0
    assert max(earned.values()) <= 0.4 * QUESTIONS_ASKED * len(RIGHT)


def test_comments_change_the_line_numbers_and_nothing_else():
    code = reference()
    more = "# mine\n" + code
    before = chosen_items(graph(), ONE, ask(RunByLine(graph(), *engine(code), ONE)))
    after = chosen_items(graph(), ONE, ask(RunByLine(graph(), *engine(more), ONE)))
    assert [item.key for item in before] == [item.key for item in after]
    lines = [(a, b) for a, b in zip(before, after, strict=True) if a.group == Group.LINE]
    assert lines
    assert all(a.answer + 1 == b.answer for a, b in lines)


def blanks(found: list[QuizItem]) -> dict:
    return dict(zip(("first", "second", "third"), (item.answer for item in found), strict=True))


@pytest.mark.parametrize("name", ["the author's", "kahn-with-counts", "dictionary-of-gradients"])
def test_right_answers_pass_and_another_engines_answers_do_not(name, capsys):
    functions = engine(RIGHT[name] or reference())
    assert part_right(check_own_engine, graph(), *functions, blanks(asked(name)), one=ONE) == 1
    others = {"first": 1, "second": 2, "third": "a"}
    with pytest.raises(CheckFailed):
        check_own_engine(graph(), *functions, others, one=ONE)
    capsys.readouterr()


def test_questions_are_shown_with_numbered_lines_and_without_answers(capsys):
    ask_about(graph(), *engine(RIGHT["kahn-with-counts"]), one=ONE)
    shown = capsys.readouterr().out
    for item in asked("kahn-with-counts"):
        assert " ".join(item.text.split()) in " ".join(shown.split())
    assert "  10      nodes" in shown or "graph.sorted_nodes()" in shown


def test_the_class_of_a_node_that_is_an_answer_is_its_own():
    own = {node.name: type(node).__name__ for node in graph().sorted_nodes()}
    every = [item for name in RIGHT for item in all_items(name).values()]
    assert any(isinstance(item.answer, str) for item in every)
    assert all(item.answer_class == own.get(item.answer, "") for item in every)


def test_blank_answers_earn_nothing_for_any_engine():
    for code in (reference(), "def backward_algorithm(graph, one=1.0):\n    raise ValueError"):
        with pytest.raises(CheckFailed):
            nothing = dict.fromkeys(("first", "second", "third"), ...)
            check_own_engine(graph(), *engine(code), nothing, one=ONE)


NOTHING_TO_ASK = {
    "not written": "    raise NotImplementedError()",
    "raises": "    graph.sorted_nodes()[0].missing",
    "raises a sentence": "    raise ValueError('That is wrong.')",
    "does nothing": "    return graph",
    "calls itself": "    return backward_algorithm(graph, one)",
    "too early": "    for node in graph.sorted_nodes():\n        node.gradient = None\n"
    "    for node in graph.sorted_nodes()[::-1]:\n        node.backward()",
    "never ends": "    while True:\n        graph.gradient = one",
    "never ends and calls": "    graph.gradient = one\n    while True:\n        graph.backward()",
    "many changes": "    for _ in range(99):\n        graph.gradient = one",
    "text": "    for node in graph.sorted_nodes():\n        node.gradient = 'x'",
    "changes a leaf": "    graph.sorted_nodes()[0].value = 0.25",
    "too large": "    for node in graph.sorted_nodes():\n        node.gradient = 1e200",
}


@pytest.mark.parametrize("body", NOTHING_TO_ASK.values(), ids=NOTHING_TO_ASK)
def test_an_engine_that_allows_no_questions_is_reported(body, capsys):
    functions = engine(f"def backward_algorithm(graph, one=1.0):\n{body}\n")
    ask_about(graph(), *functions, one=ONE)
    out = capsys.readouterr().out
    assert "No questions can be asked" in out
    assert ": ." not in out and ".." not in out
    # These are our errors, not the engine's.
    assert not any(name in out for name in ("TooManyCalls", "TookTooLong", "ChangesGraph"))
    with pytest.raises(NoQuiz):
        check_own_engine(graph(), *functions, {"first": 1, "second": 2, "third": 3}, one=ONE)


def test_no_line_of_an_error_looks_like_one_of_the_check(capsys):
    body = "    raise ValueError('no\\n\\n3 of 3 blanks are right.\\nPassed: 5d.')"
    functions = engine(f"def backward_algorithm(graph, one=1.0):\n{body}\n")
    ask_about(graph(), *functions, one=ONE)
    with pytest.raises(NoQuiz) as failed:
        check_own_engine(graph(), *functions, {"first": 1, "second": 2, "third": 3}, one=ONE)
    for said in (capsys.readouterr().out, str(failed.value)):
        assert "3 of 3 blanks" in said
        assert not [line for line in said.splitlines() if line.startswith(("3 of 3", "Passed"))]


def test_an_engine_that_puts_nothing_at_the_output_is_not_said_to_be_early(capsys):
    functions = engine(f"def backward_algorithm(graph, one=1.0):\n{NOTHING_TO_ASK['too early']}\n")
    ask_about(graph(), *functions, one=ONE)
    out = capsys.readouterr().out
    assert "it calls backward of a node whose gradient is None." in out
    assert "early" not in out


DOES_LITTLE = {
    "one turn": "    graph.gradient = one\n    graph.backward()",
    "one turn and nothing in the second call": "    if graph.gradient is None:\n"
    "        graph.gradient = one\n    graph.backward()",
    "gradients that are all the same": "    for node in graph.sorted_nodes():\n"
    "        node.gradient = one\n        node.backward()",
    "shares of zero": "    graph.gradient = 0.0\n    for node in graph.sorted_nodes()[::-1]:\n"
    "        node.gradient = 0.0\n        node.backward()",
}
DOES_LITTLE = {
    **{name: f"def backward_algorithm(graph, one=1.0):\n{b}\n" for name, b in DOES_LITTLE.items()},
    "no forward": "def forward_algorithm(graph):\n    return graph\n\n\n"
    "def backward_algorithm(graph, one=1.0):\n    graph.gradient = one\n    graph.backward()\n",
}


@pytest.mark.parametrize("code", DOES_LITTLE.values(), ids=DOES_LITTLE)
def test_an_engine_that_does_next_to_nothing_gets_no_questions(code, capsys):
    functions = engine(code)
    ask_about(graph(), *functions, one=ONE)
    assert "Which" not in capsys.readouterr().out
    with pytest.raises(NoQuiz):
        check_own_engine(graph(), *functions, {"first": 1, "second": 2, "third": 3}, one=ONE)


ONE_MISTAKE = (
    *("overwrites", "never-forgets", "only-first-input", "averages-shares", "ignores-one"),
    *("starts-from-zero", "drops-output-reversed", "forward-drops-output"),
)


@pytest.mark.parametrize("mistake", ONE_MISTAKE)
def test_an_engine_that_works_with_a_mistake_gets_questions(mistake):
    functions = engine(engines_among(read_mistakes())[mistake])
    assert (
        len(chosen_items(graph(), ONE, ask(RunByLine(graph(), *functions, ONE)))) == QUESTIONS_ASKED
    )


RIGHT_UNSEEN = [
    code for place, wrong, _, code in ANSWERS if place == "hw2-tanh/engine" and not wrong
]
# Each is right on all graphs, and goes about it in its own way.
UNUSUAL = {
    "pulls shares from the users, and calls their backward again and again": """
def backward_algorithm(graph, one=1.0):
    nodes = graph.sorted_nodes()
    for node in nodes:
        node.gradient = None
    for node in reversed(nodes):
        total = one if node is graph else 0.0
        for user in nodes:
            for k, each in enumerate(user.input_nodes):
                if each is node:
                    total = total + user.backward()[k]
        node.gradient = total
        if node.input_nodes:
            node.backward()
""",
    "multiplies by local gradients itself, and talks": """
def backward_algorithm(graph, one=1.0):
    totals = {node: 0.0 for node in graph.sorted_nodes()}
    totals[graph] = one
    stack = graph.sorted_nodes()
    while stack:
        node = stack.pop()
        print("now", node.label)
        node.gradient = 1.0
        for each, local in zip(node.input_nodes, node.backward()):
            totals[each] += local * totals[node]
        node.gradient = totals[node]
""",
    "recursion from the leaves": """
def backward_algorithm(graph, one=1.0):
    nodes = graph.sorted_nodes()
    for node in nodes:
        node.gradient = None
    graph.gradient = one
    done = set()
    def visit(node):
        if node in done:
            return
        for user in nodes:
            if node in user.input_nodes:
                visit(user)
        done.add(node)
        for each, share in zip(node.input_nodes, node.backward()):
            each.accumulate_gradient(share)
    for node in nodes:
        visit(node)
""",
    "collects shares in lists, and sums them at each node's turn": COLLECTS_SHARES,
}


@pytest.mark.parametrize("homework", ["hw2-tanh", "hw4-matmul"])
def test_outsiders_right_engines_get_questions_in_both_homeworks(homework):
    y, one = in_text(homework)
    assert len(RIGHT_UNSEEN) >= 3
    for code in [*RIGHT.values(), *RIGHT_UNSEEN, *UNUSUAL.values()]:
        run = RunByLine(y, *engine(code or reference()), one)
        assert len(chosen_items(y, one, ask(run))) == QUESTIONS_ASKED


def test_engines_of_the_grammar_with_right_gradients_leave_nothing_undone():
    y, forward = graph(), engine(reference())[0]
    right, found = list(map(float, twin(y, ONE).gradients)), 0
    for edits in engines(1):
        trace = ask(RunByLine(y, forward, made_of(edits), ONE))
        for event in (event for run in trace.backward for event in run.events):
            event.line = 1  # these engines stand in no cell
        try:
            ends = QuizRun(y, ONE, trace.forward[-1], trace.backward[-1], 1).final
        except NoQuiz:  # it is too long, or wrong
            continue
        if not trace.backward[-1].stopped and all(map(values_agree, ends, right)):
            trace.source, found = ["engine"], found + 1
            assert quiz_items(y, ONE, trace)
    assert found >= 40


@pytest.mark.parametrize("code", [reference(), reference() + "\n" * 500])
def test_code_that_is_unknown_or_too_long_gets_no_questions(code):
    happened = ask(RunByLine(graph(), *engine(code, quoted=code.endswith("\n")), ONE))
    assert happened.source == []
    with pytest.raises(NoQuiz):
        chosen_items(graph(), ONE, happened)


def test_functions_made_by_exec_have_no_lines_to_ask_about():
    code = f"made = {{}}\nexec({reference()!r}, made)\n"
    code += "forward_algorithm = made['forward_algorithm']\n"
    code += "def backward_algorithm(graph, one=1.0):\n    made['backward_algorithm'](graph, one)\n"
    ast.parse(code)
    names = {}
    exec(code, names)
    happened = ask(RunByLine(graph(), names["forward_algorithm"], names["backward_algorithm"], ONE))
    with pytest.raises(NoQuiz):
        chosen_items(graph(), ONE, happened)


def test_an_engine_with_a_random_order_is_asked_only_what_always_holds():
    code = """
import random

def backward_algorithm(graph, one=1.0):
    nodes = graph.sorted_nodes()
    for node in nodes:
        node.gradient = None
    graph.gradient = one
    done = set()
    while len(done) < len(nodes):
        random.shuffle(nodes)
        for node in nodes:
            users = [each for each in nodes if node in each.input_nodes]
            if node not in done and all(each in done for each in users):
                done.add(node)
                for target, share in zip(node.input_nodes, node.backward()):
                    target.accumulate_gradient(share)
"""
    functions = engine(code)
    trace = ask(RunByLine(graph(), *functions, ONE))
    kinds = {item.question for item in quiz_items(graph(), ONE, trace)}
    assert "line_of_backward" in kinds
    assert "calls_of_backward" in kinds
    answers = blanks(chosen_items(graph(), ONE, ask(RunByLine(graph(), *functions, ONE))))
    assert all(value is not None for value in answers.values())


def test_an_engine_whose_order_differs_from_run_to_run_gets_the_same_questions_each_time():
    code = """
PICKS, calls = [], []

def backward_algorithm(graph, one=1.0):
    waiting = graph.sorted_nodes()[::-1]
    for node in waiting:
        node.gradient = None
    graph.gradient = one
    pick = PICKS[len(calls) // 2 % len(PICKS)]
    calls.append(one)
    while waiting:
        ready = [n for n in waiting if not any(n in each.input_nodes for each in waiting)]
        pick, node = pick * 7 % 31, ready[pick % len(ready)]
        waiting.remove(node)
        for target, share in zip(node.input_nodes, node.backward()):
            target.accumulate_gradient(share)
"""
    asked_of = []
    for picks in ([1, 1, 2], [1, 1, 5]):
        functions = engine(code)
        functions[1].__globals__["PICKS"].extend(picks)
        found = chosen_items(graph(), ONE, ask(RunByLine(graph(), *functions, ONE)))
        asked_of.append([item.key for item in found])
    assert asked_of[0] == asked_of[1]


@pytest.mark.parametrize("mistake", engines_among(read_mistakes()).items(), ids=lambda m: m[0])
def test_questions_about_a_wrong_engine_are_about_what_it_did(mistake):
    functions = engine(mistake[1])
    try:
        found = quiz_items(graph(), ONE, ask(RunByLine(graph(), *functions, ONE)))
    except NoQuiz:
        return
    spy = Spy(*functions)
    for item in found:
        if item.question in ("line_of_the_last_change", "line_that_forgets", "held_meanwhile"):
            assert is_right_answer(simulated(item, functions), item)
        if item.question == "calls_of_backward":
            assert item.answer == len(spy.backward_calls)


def test_a_share_is_not_taken_for_one_that_equals_what_the_node_then_holds():
    functions = engine(engines_among(read_mistakes())["first-gradient-for-all"])
    found = quiz_items(graph(), ONE, ask(RunByLine(graph(), *functions, ONE)))
    otherwise = [item for item in found if item.question == "gradient_otherwise"]
    assert [i.text for i in otherwise if not is_right_answer(simulated(i, functions), i)] == []


def test_an_inconsistent_account_of_a_run_is_refused():
    happened = told("the author's")
    for change in ("before", "value", "share"):
        runs = ask(RunByLine(graph(), *engine(reference()), ONE))
        run = runs.backward[0]
        (event, *_) = (each for each in run.events if each.share is not None)
        setattr(event, change, 77.0)
        with pytest.raises(NoQuiz):
            QuizRun(graph(), ONE, runs.forward[0], run, len(happened.source))


def test_an_account_without_returned_gradients_is_refused():
    runs = ask(RunByLine(graph(), *engine(reference()), ONE))
    run = runs.backward[0]
    returned = next(event for event in run.events if event.kind == "returned" and event.value)
    returned.value = [None] * len(returned.value)
    with pytest.raises(NoQuiz):
        QuizRun(graph(), ONE, runs.forward[0], run, 30)


def test_a_line_that_is_not_in_the_cells_is_refused():
    runs = ask(RunByLine(graph(), *engine(reference()), ONE))
    run = runs.backward[0]
    run.events[-1].line = 10_000
    with pytest.raises(NoQuiz):
        QuizRun(graph(), ONE, runs.forward[0], run, 30)


def test_questions_can_be_asked_about_a_graph_with_exp():
    x = Leaf(0.5, "x")
    u = Exp(x, name="u")
    v = Mean(u, IntPow(u, 2, name="w"), name="v")
    found = chosen_items(v, 2.0, ask(RunByLine(v, *engine(reference()), 2.0)))
    assert len(found) == QUESTIONS_ASKED
