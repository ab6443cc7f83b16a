"""The numbers that stand beside the picture of a step, and what a class is asked to predict."""

from course.expressions.typed_graph import read_graph
from course.player.arithmetic import arithmetic, prediction
from course.player.explorer import PRESETS
from course.player.recorded_run import simulated_run
from tests.helpers.player import right_run, wrong_run


def run_of(text, values, mistake=""):
    return simulated_run(read_graph(text, values, sketch=True), mistake)


def products(run, kind="downstream"):
    """The rows of arithmetic that the steps of a kind show, as texts."""
    rows = [row for step in run.steps if step.kind == kind for row in arithmetic(run.nodes, step)]
    return [" ".join(str(c.get("sign") or c["value"]) for c in row) for row in rows]


def test_the_lens_shows_upstream_times_local_and_the_sum_so_far():
    assert products(right_run("cosh")) == [
        "1 × 0.5 = 0.5",
        "1 × 0.5 = 0.5",
        "0.5 × 0.5 = 0.25",
        "0.25 × −1 = −0.25",
        "0.5 × 2 = 1",
    ]
    assert "−0.25 + 1 = 0.75" in products(right_run("cosh"), "share")
    assert "1 + 3 ≠ 3" in products(wrong_run(), "share")


def test_the_lens_marks_a_product_that_is_wrong():
    assert products(run_of(*PRESETS["cosh"], "no local gradient"))[0] == "1 × 0.5 ≠ 1"


def test_the_lens_multiplies_by_the_other_matrix_on_its_own_side():
    of_x, of_w = (row for row in products(right_run("small matmul")) if "@" in row)
    upstream, transposed = "[['−5', '2'], ['2', '8']]", "[['1', '−1', '0.5'], ['0', '2', '1']]"
    assert of_x.startswith(f"{upstream} @ {transposed} = [['−5', '9', '−0.5']")
    assert of_w.startswith(f"[['1', '0.5'], ['2', '1'], ['−1', '3']] @ {upstream} = [['−4', '6']")


def predictions(run, kind):
    """What is asked at the steps of a kind, with the answers."""
    asked = [prediction(run.nodes, step) for step in run.steps if step.kind == kind]
    return dict(filter(None, asked))


def test_what_has_two_answers_is_not_asked():
    run = run_of("y = HalfDifference(a, a)", "a = 0.5")
    assert predictions(run, "local") == predictions(run, "downstream") == {}
    assert predictions(run, "share") == {"What is the gradient of a now?": "0"}
    both_the_same = run_of("y = Mean(a, a)", "a = 0.5")
    assert [*predictions(both_the_same, "local").values()] == ["0.5"]
