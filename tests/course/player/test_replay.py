"""A recorded and replayed run of an engine: its captions, and where it is said to go wrong."""

import math
import re
import time
from functools import partial
from types import SimpleNamespace

import nbformat
import numpy as np
import pytest
import torch

from course import (
    ComputationNode,
    Copy,
    Exp,
    HalfDifference,
    Leaf,
    Matsum,
    Mean,
    Negate,
    explore,
    replay,
)
from course.expressions.expression_error import ExpressionError
from course.expressions.typed_graph import read_graph
from course.player.explorer import PRESETS
from course.player.recorded_run import record_run, simulated_run
from course.player.simulated_engine import MISTAKES
from course.recording import player_recorder
from tests.helpers import LECTURES
from tests.helpers.changed_engine import walk
from tests.helpers.engine import backward_algorithm, forward_algorithm
from tests.helpers.runs import captions, cosh, problem
from tests.helpers.student_code import written


@pytest.mark.parametrize("shape", [(), (3,), (1, 3), (2, 1)])
def test_a_returned_gradient_is_right_before_it_is_summed_over_a_broadcast(shape):
    x, b = Leaf(torch.tensor([[1.0, -2.0, 3.0], [0.5, 4.0, -1.0]]), "x"), Leaf(torch.ones(shape))
    run = record_run(((x + b) ** 2).sum(), forward_algorithm, backward_algorithm)
    assert run.first_problem is None


def test_the_caption_of_a_returned_gradient_says_what_it_is_added_to_and_its_number():
    run = record_run(cosh(), forward_algorithm, backward_algorithm)
    assert "1 is added to -0.25 at x, making 0.75. Shares so far: 2 of 2." in captions(run, "share")


def test_captions_do_not_say_that_an_unnamed_number_is_itself():
    all_captions = [
        step.caption for step in simulated_run(read_graph("a = sigmoid(s)", "s = 2")).steps
    ]
    assert "Building the graph: a leaf is given: 1. Nothing is computed yet." in all_captions
    assert "A leaf: its value 1 is given." in all_captions
    assert not [words for words in all_captions if "1 = 1" in words or "1 is given: 1" in words]


TWICE_BY_ONE_NODE = ["y = x*x", "y = x*x + x", "u = exp(x); y = u*u + x*u", "b = x+x; c = b+b"]


@pytest.mark.parametrize("text", TWICE_BY_ONE_NODE)
def test_a_node_used_twice_by_another_gets_two_gradients_from_it(text):
    graph = read_graph(text, "x = 3")
    simulated = simulated_run(read_graph(text, "x = 3", sketch=True))
    for run in (simulated, record_run(graph, forward_algorithm, backward_algorithm)):
        shares = captions(run, "share")
        count = re.compile(r" at (.+?)(?:, making .+)?\. Shares so far: (\d+) of (\d+)\.$")
        counts = [count.search(caption).groups() for caption in shares]
        last = {name: (arrived, expected) for name, arrived, expected in counts}
        assert all(arrived == expected for arrived, expected in last.values()), shares
        assert sum(int(expected) for _, expected in last.values()) == len(shares)


def one_user_after_the_other(deliver):
    """A right engine: each node fetches, from one user at a time, all of its shares together."""

    def backward_algorithm(graph, one=1.0):
        nodes = graph.sorted_nodes()
        returned = {}
        for node in nodes:
            node.gradient = None
        graph.gradient = one
        for node in reversed(nodes):
            for user, shares in reversed(returned.items()):
                pairs = zip(user.input_nodes, shares, strict=True)
                own = [share for source, share in pairs if source is node]
                if own:
                    deliver(node, sum(own))
            returned[node] = node.backward()

    return backward_algorithm


def accumulate(node, share):
    node.accumulate_gradient(share)


def assign(node, share):
    node.gradient = share if node.gradient is None else node.gradient + share


@pytest.mark.parametrize("deliver", [accumulate, assign])
@pytest.mark.parametrize("text", TWICE_BY_ONE_NODE)
def test_the_gradients_for_one_node_may_arrive_together_while_others_wait(text, deliver):
    engine = one_user_after_the_other(deliver)
    run = record_run(read_graph(text, "x = 3"), forward_algorithm, engine)
    assert run.first_problem is None, problem(run)
    if text == "y = x*x + x":
        assert captions(run, "share")[-2:] == [
            "6 arrives at x. Shares so far: 2 of 3.",
            "1 is added to 6 at x, making 7. Shares so far: 3 of 3.",
        ]


def test_shares_that_cancel_are_not_said_to_be_lost():
    def engine(graph, one=1.0):
        graph.gradient = one
        for node in reversed(graph.sorted_nodes()):
            for source, share in zip(node.input_nodes, node.backward(), strict=True):
                assign(source, share)

    x = Leaf(3.0, "x")
    run = record_run(HalfDifference(x, x), forward_algorithm, engine)
    first_run = [step for step in run.steps if "second" not in step.phase]
    assert [step.problem for step in first_run if step.problem] == []


def test_a_pass_that_ends_right_is_blamed_only_for_runs_too_many():
    def once_per_path(graph, one=1.0):
        totals = {}

        def send(node, share):
            totals[node] = totals.get(node, 0) + share
            held, node.gradient = node.gradient, share
            shares = node.backward()
            node.gradient = held
            for source, each in zip(node.input_nodes, shares, strict=True):
                send(source, each)

        send(graph, one)
        for node, total in totals.items():
            node.gradient = total

    u = Exp(Leaf(0.5, "a"))
    run = record_run(HalfDifference(u, Negate(u)), forward_algorithm, once_per_path, 3.0)
    assert {step.kind for step in run.steps if step.problem} == {"upstream"}
    assert all("visit 2" in step.problem for step in run.steps if step.problem)


@pytest.mark.parametrize("leaves_too", [False, True])
def test_a_right_backward_pass_may_also_run_forward(leaves_too):
    def forward_again(graph, one=1.0):
        for node in graph.sorted_nodes() if leaves_too else [graph]:
            node.forward()
        return backward_algorithm(graph, one)

    run = record_run(Exp(Negate(Leaf(1.0, "x"))), forward_algorithm, forward_again)
    assert run.first_problem is None
    assert {step.kind for step in run.steps if step.phase == "backward pass"} >= {"forward", "end"}


def test_the_phases_of_a_run_come_in_order():
    run = record_run(cosh(), forward_algorithm, backward_algorithm)
    assert list(run.phase_starts) == ["build", "forward pass", "backward pass"]
    kinds = [step.kind for step in run.steps if step.phase == "backward pass" and step.node == 3]
    assert kinds == ["share", "upstream", "local", "downstream"]


def test_a_node_is_said_to_have_saved_what_its_backward_reads():
    run = record_run(read_graph("y = a*b"), forward_algorithm, backward_algorithm)
    assert captions(run, "local") == [
        "Local gradients of Mul y: 3 for a and 2 for b. For this it kept b and a from the "
        "forward pass."
    ]


def test_each_step_has_the_line_that_caused_it():
    run = record_run(cosh(), forward_algorithm, backward_algorithm)
    lines = {
        step.kind: run.code[step.line[0]][step.line[1] - 1].strip()
        for step in run.steps
        if step.line and step.phase == "backward pass" and step.kind != "end"
    }
    assert lines["set"] == "graph.gradient = one"
    assert lines["share"] == "input_node.accumulate_gradient(gradient)"
    assert "node.backward()" in lines["upstream"]


def test_the_viewers_graph_is_left_unchanged():
    graph = cosh()
    replay(graph, forward_algorithm, backward_algorithm)
    assert [node.result for node in graph.sorted_nodes()] == [None] * 5
    assert not {"forward", "backward"} & set(vars(graph))


def raises(graph, one=1.0):
    graph.gradient = one
    raise KeyError("b")


def endless(graph, one=1.0):
    while True:
        graph.gradient = one + 0.0


def endlessly_backward(graph, one=1.0):
    graph.gradient = one
    while True:
        graph.backward()


def exits(graph, one=1.0):
    raise SystemExit


def sleeps(graph, one=1.0):
    time.sleep(1000)


@pytest.mark.parametrize(
    ("algorithm", "said"),
    [
        (raises, "backward_algorithm raised KeyError: 'b'"),
        (endless, "goes on and on"),
        (endlessly_backward, "goes on and on"),
        (exits, "SystemExit"),
        (sleeps, "sleep"),
    ],
)
def test_an_error_in_an_engine_ends_the_run_with_a_step_that_explains_it(
    algorithm, said, monkeypatch
):
    if algorithm is sleeps:
        monkeypatch.setattr(player_recorder, "PATIENCE", 1)
    last = record_run(cosh(), forward_algorithm, algorithm).steps[-1]
    assert last.kind == "error" and said in last.problem


def test_an_engine_that_goes_on_is_stopped_at_a_call_not_at_a_result_that_is_read_in_it():
    class Mul(ComputationNode):
        def forward(self):
            self.result = self.input(0) * self.input(1)

        def backward(self):
            return [self.gradient * self.input(1), self.gradient * self.input(0)]

    graph = Mul(Leaf(2.0, "x"), Leaf(3.0, "y"))
    last = record_run(graph, forward_algorithm, endlessly_backward).steps[-1]
    assert "stopped at backward of Mul(x, y)" in last.problem and last.node == 2


def test_a_share_that_is_appended_to_a_list_is_in_the_upstream_gradient_that_is_told():
    def appends(graph, one=1.0):
        nodes = graph.sorted_nodes()
        for node in nodes:
            node.gradient = []
        graph.gradient = one
        for node in nodes[::-1]:
            for each, share in zip(node.input_nodes, node.backward(), strict=True):
                each.gradient.append(share)

    run = record_run(read_graph("y = -(-x)", "x = 2"), forward_algorithm, appends)
    told = [step.caption for step in run.steps if step.kind == "upstream"]
    assert told[-1].endswith("Its upstream gradient is [-1.0].")


def test_a_function_beyond_those_that_are_listed_has_no_line(monkeypatch):
    monkeypatch.setattr(player_recorder, "MAX_LISTINGS", 2)  # the algorithm and one more
    helpers = [written(f"helper{i}(graph)", f"graph.gradient = {i}.0") for i in range(2)]

    def algorithm(graph, one=1.0):
        for helper in helpers:
            helper(graph)

    run = record_run(Exp(Leaf(1.0)), forward_algorithm, algorithm)
    rows = [step.line[1] for step in run.steps if step.kind in ("forget", "set")]
    assert rows == [2, 0]


def test_a_number_that_is_slightly_wrong_is_told_apart_from_the_right_one():
    def off(graph, one=1.0):
        for node in graph.sorted_nodes():
            node.gradient = None
        graph.gradient = one
        for node in graph.sorted_nodes()[::-1]:
            for source, share in zip(node.input_nodes, node.backward(), strict=True):
                source.accumulate_gradient(share * 1.000004)

    step = problem(record_run(read_graph("y = x + 1", "x = 2"), forward_algorithm, off))
    assert step.caption.startswith("1 arrives at") and "returned 1 for" not in step.problem


def test_a_change_in_place_is_shown_on_every_node_that_shares_the_tensor():
    def in_place(graph, one=1.0):
        for node in graph.sorted_nodes():
            node.gradient = torch.zeros(3, dtype=torch.float64)
        graph.gradient = one
        for node in reversed(graph.sorted_nodes()):
            for input_node, gradient in zip(node.input_nodes, node.backward(), strict=True):
                input_node.gradient = gradient
                input_node.gradient += 1

    run = record_run(read_graph("y = -(-x)", "x = [1, 2, 3]"), forward_algorithm, in_place)
    assert problem(run).caption.startswith(
        "The gradient of Negate(x) is changed in place, to [0, 0, 0]"
    )


def test_a_tensor_of_two_nodes_that_is_added_to_in_place_is_not_said_to_be_set():
    def in_place(graph, one=1.0):
        for node in graph.sorted_nodes():
            node.gradient = None
        graph.gradient = one
        for node in reversed(graph.sorted_nodes()):
            for each, share in zip(node.input_nodes, node.backward(), strict=True):
                each.gradient = share if each.gradient is None else each.gradient.add_(share)

    u = Exp(Leaf(torch.tensor([0.5, -0.3]), "a"), name="u")
    graph = HalfDifference(Negate(u), Copy(u))
    step = problem(record_run(graph, forward_algorithm, in_place))
    assert step.caption.startswith("The gradient of Copy(u) is changed in place")
    assert "every node that holds it" in step.problem


def test_a_share_that_is_delivered_twice_was_brought_before():
    def twice(graph, one=1.0):
        for node in graph.sorted_nodes():
            node.gradient = None
        graph.gradient = one
        for node in reversed(graph.sorted_nodes()):
            for each, share in zip(node.input_nodes, node.backward(), strict=True):
                each.accumulate_gradient(share)
                each.accumulate_gradient(share)

    step = problem(record_run(Exp(Leaf(0.5, "x"), name="y"), forward_algorithm, twice))
    assert (step.kind, step.problem) == ("share", "y has brought this share before.")
    assert "Shares so far: 2, along 1 arrow." in step.caption


def test_a_sum_of_tensors_too_large_to_write_is_told_by_one_shape():
    def unreset(graph, one=1.0):
        walk(graph, one, reset=False)

    x = Leaf(torch.ones(2, 3), "x")
    run = record_run(Matsum(-x), forward_algorithm, unreset)
    (step,) = [s for s in run.steps if s.problem and s.kind == "share"][:1]
    assert step.caption.count("shape (2, 3)") == 1
    assert captions(run, "downstream")[-1].endswith("a tensor of shape (2, 3) for x.")


def test_a_run_in_inference_mode_is_replayed_with_its_changes_in_place():
    def in_place(graph, one=1.0):
        backward_algorithm(graph, one)
        graph.get("x").gradient += 1

    def steps(mode):
        x = Leaf(torch.tensor([1.0, math.nan]), "x")
        run = record_run(Mean(Exp(x), -x), mode(forward_algorithm), mode(in_place), torch.ones(2))
        return [step.caption for step in run.steps]

    assert steps(torch.inference_mode()) == steps(torch.no_grad())


@pytest.mark.parametrize("one", [2, np.array(2.0), Leaf(2.0), Leaf(torch.tensor(2.0))])
@pytest.mark.parametrize("value", [3.0, torch.tensor([1.0, 2.0])])
def test_an_upstream_gradient_may_be_a_number_in_any_form(value, one):
    x = Leaf(value, "x")
    graph = Matsum(-x) if isinstance(value, torch.Tensor) else -x
    run = record_run(graph, forward_algorithm, backward_algorithm, one)
    assert run.first_problem is None, problem(run)


@pytest.mark.parametrize("one", ["3", 1j, torch.ones(3), torch.ones(2, 2), Leaf(torch.ones(3))])
def test_an_upstream_gradient_that_the_output_cannot_have_is_refused(one):
    for value, kind, other in ((0.5, "a number", torch.ones(2)), (torch.ones(2), "(2,)", 2.0)):
        for wrong in (one, other):
            with pytest.raises(ValueError, match=r"^`one` is .* for this output") as refused:
                replay(Exp(Leaf(value)), one=wrong)
            assert str(refused.value).endswith(f"{kind}.")


def test_results_may_be_gone_when_a_backward_pass_is_told():
    def removing(graph, one=1.0):
        for node in graph.sorted_nodes():
            node.gradient = node.result = None
        graph.gradient = one
        for node in reversed(graph.sorted_nodes()):
            for source, share in zip(node.input_nodes, node.backward(), strict=True):
                source.accumulate_gradient(share)

    run = record_run(Negate(Negate(Leaf(0.5, "x"))), forward_algorithm, removing)
    assert run.first_problem is None
    (step,) = [
        step for step in run.steps if step.caption.startswith("Local gradients of Negate(x)")
    ]
    assert step.local == (-1,)


def test_a_gradient_that_is_set_to_something_other_than_numbers_is_wrong():
    def writes_a_word(graph, one=1.0):
        for node in graph.sorted_nodes():
            node.gradient = None
        graph.gradient = one
        graph.input_nodes[0].gradient = "much"

    step = problem(record_run(Exp(Leaf(0.5, "x")), forward_algorithm, writes_a_word))
    assert step.caption == "The gradient of x is set to much."
    assert step.problem == "No `node.backward()` has returned this as a share."


def test_a_mistake_that_one_pass_cannot_show_is_shown_in_a_second_one():
    def forgetful(graph, one=1.0):
        return backward_algorithm(graph, one * 0 + 1)

    step = problem(record_run(cosh(), forward_algorithm, forgetful))
    assert step.phase == "second backward pass"
    assert step.problem == "It should start with 3."


def test_a_debuggers_trace_function_is_restored():
    import sys

    def trace(*_):
        return None

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        record_run(cosh(), forward_algorithm, backward_algorithm)
        assert sys.gettrace() is trace
    finally:
        sys.settrace(before)


# Simulated runs


@pytest.mark.parametrize("preset", PRESETS)
def test_a_simulated_run_is_right_and_agrees_with_a_right_engine(preset):
    text, values = PRESETS[preset]
    simulated = simulated_run(read_graph(text, values, sketch=True))
    run = record_run(read_graph(text, values), forward_algorithm, backward_algorithm)
    assert simulated.first_problem is run.first_problem is None
    of_shares = [sorted(captions(each, "forward")) for each in (simulated, run)]
    assert of_shares[0] == of_shares[1]
    assert len(captions(simulated, "share")) == len(captions(run, "share"))


@pytest.mark.parametrize("mistake", MISTAKES)
def test_each_simulated_mistake_shows_on_the_preset_of_the_wall(mistake):
    text, values = PRESETS["tanh"]
    assert simulated_run(read_graph(text, values, sketch=True), mistake).first_problem is not None


def test_a_simulated_run_runs_no_node_and_needs_no_class_of_the_student():
    import course.scaffold.operators

    for name in ("Add", "Mul", "Matmul"):
        course.scaffold.operators.latest_classes.pop(name)
    assert "PyTorch has the same gradients" in repr(explore(preset="small matmul"))
    with pytest.raises(ExpressionError, match="node class Mul"):
        explore(forward_algorithm, backward_algorithm)


# The player


def test_a_bad_expression_is_explained_and_the_last_run_stays_dimmed():
    explorer = explore()
    before = explorer.player
    shown = []
    explorer._shown = SimpleNamespace(update=lambda data, raw: shown.append(data["text/html"]))
    explorer.expression.value = "x * <b>"
    assert "&lt;b&gt;" in explorer.complaint.value
    assert explorer.player is before and "opacity" in shown[-1]
    explorer.expression.value = "x * y"
    assert explorer.complaint.value == "" and "opacity" not in shown[-1]
    assert explorer.player is not before
    explorer.expression.value = "*".join(["x"] * 99)
    assert "up to 60 nodes" in explorer.complaint.value


def test_the_values_box_shows_which_values_are_used():
    explorer = explore(preset="x*y")
    assert explorer.values.value == "x = 2, y = 3"
    explorer.values.value = "x = log 2, y = 5"
    explorer.expression.value = "b = 3; x*a + b"
    assert explorer.values.value == "x = log 2, a = 0.5" and explorer.complaint.value == ""
    for values, names in (("X = 5", "X"), ("x = 1, z = 5, a = 2", "z"), ("x = ", "x")):
        explorer.values.value = values
        assert re.findall(r"<code>(.)</code>", explorer.complaint.value) == [names]
    explorer.values.value = "x = 1"
    assert explorer.complaint.value == ""
    explorer.preset.value = "small matmul"
    assert (explorer.expression.value, explorer.values.value) == PRESETS["small matmul"]


def test_an_upstream_gradient_that_is_not_finite_is_refused():
    with pytest.raises(ValueError, match="`one` is nan"):
        replay(Exp(Leaf(0.5)), one=math.nan)


def test_explore_begins_with_a_given_expression_and_says_how_to_give_one():
    explorer = explore(preset="x*y")
    assert explorer.expression.value == "x*y" and explorer.preset.value is None
    assert "PyTorch has the same gradients" in repr(explorer)
    with pytest.raises(TypeError) as refused:
        explore("x*y")
    call = re.search(r"explore\(.*\)", str(refused.value))[0]
    assert eval(call).expression.value == "x*y"


def test_graphs_that_are_too_large_and_incomplete_engines_are_refused():
    with pytest.raises(ValueError, match="up to 60 nodes"):
        replay(read_graph("*".join(["x"] * 90)))
    with pytest.raises(TypeError, match="give forward_algorithm"):
        replay(cosh(), backward_algorithm=backward_algorithm)
    with pytest.raises(TypeError, match="Give both"):
        explore(forward_algorithm)


def test_what_a_function_returned_and_swapped_functions_are_refused():
    graph = cosh()
    for wrong in (
        {"forward_algorithm": forward_algorithm(graph), "backward_algorithm": backward_algorithm},
        {"forward_algorithm": forward_algorithm, "backward_algorithm": backward_algorithm(graph)},
    ):
        for call in (partial(replay, graph), explore):
            with pytest.raises(TypeError, match="without brackets"):
                call(**wrong)
    with pytest.raises(TypeError, match="Give forward_algorithm first"):
        replay(graph, backward_algorithm)


def test_a_node_of_a_derived_class_has_the_local_gradients_of_its_base_class():
    class Derived(Exp):
        pass

    vector = torch.tensor([0.5, 1.0], dtype=torch.float64)
    (local,) = (
        step for step in simulated_run(Derived(Leaf(vector, "x"))).steps if step.kind == "local"
    )
    torch.testing.assert_close(local.local[0], vector.exp())


def test_a_forward_pass_can_be_replayed_before_there_is_a_backward_pass():
    (run,) = replay(cosh(), forward_algorithm).runs.values()
    assert {step.phase for step in run.steps} == {"build", "forward pass"}
    assert run.first_problem is None


def test_importing_the_course_imports_no_widgets():
    import subprocess
    import sys

    code = "import course, sys; print('ipywidgets' in sys.modules)"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert ran.stdout.strip() == "False", ran.stderr


def test_the_lecture_notes_name_the_step_at_which_each_engine_of_the_wall_fails():
    notebook = nbformat.read(LECTURES / "3-step-through-backprop.ipynb", as_version=4)
    (notes,) = (cell.source for cell in notebook.cells if cell.id == "wall-notes")
    steps_in_notes = re.findall(r"^\| [A-I] \|.*\| (\d*) ?\|$", notes, re.MULTILINE)
    graph = read_graph(*PRESETS["tanh"], sketch=True)
    first = [str(simulated_run(graph, name).first_problem + 1) for name in MISTAKES]
    assert steps_in_notes == [*first[:4], "", *first[4:]]


@pytest.mark.parametrize("order", [list, reversed])
def test_only_a_leaf_that_has_heard_from_all_who_use_it_is_said_to_have_its_final_gradient(order):
    def backward(graph, one=1.0):
        walk(graph, one, order=order)

    told = captions(record_run(cosh(), forward_algorithm, backward), "upstream")
    told = next(caption for caption in told if caption.startswith("Backward at x."))
    assert ("this is its final gradient" in told) is (order is reversed)
