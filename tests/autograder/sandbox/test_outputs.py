"""What cells display is kept within bytes and memory, and evidence is kept apart from it."""

import json
import tracemalloc

import pytest

from autograder.in_kernel.evidence import MIME
from autograder.sandbox.output_budget import CellBudget, NotebookBudget
from autograder.sandbox.outputs import MalformedOutput, Outputs


def test_an_output_is_kept_only_if_a_file_can_hold_it():
    outputs = Outputs(CellBudget(10_000, NotebookBudget(10_000)))
    outputs.take("stream", {"name": "stdout", "text": "\ud800"})
    outputs.take("stream", {"name": "stdout", "text": " and more"})
    outputs.take("clear_output", {"wait": True})
    assert outputs.nodes()[0].text == "? and more"
    outputs.take("display_data", {"data": {}, "transient": {"display_id": "a"}})
    outputs.take("update_display_data", {"data": {"t": "b"}, "transient": {"display_id": "a"}})
    (node,) = outputs.nodes()
    assert node.data == {"t": "b"}
    with pytest.raises(MalformedOutput):
        outputs.take("display_data", {"data": {"a/json": [1e999]}})


def mib_held(take) -> float:
    """How much memory what is taken in takes."""
    tracemalloc.start()
    try:
        kept = take()
        return tracemalloc.get_traced_memory()[0] / 2**20 + 0 * len(kept)
    finally:
        tracemalloc.stop()


@pytest.mark.by_day(2)
@pytest.mark.parametrize(
    ("kind", "content"),
    [
        ("display_data", {"data": {}}),
        ("display_data", {"data": {"a/json": [[{}] * 20] * 20}}),
        ("display_data", {"data": {"text/plain": "\U0001f600"}}),
        ("display_data", {"data": {}, "metadata": {"a": {"b": [0, 0, 0]}}}),
        ("error", {"ename": "", "evalue": "", "traceback": [""] * 1000}),
        ("stream", {"name": "stdout", "text": "x"}),
        ("stream", {"name": "stdout", "text": "\U0001f600" * 1000}),
        ("stream", {"name": ["stdout", "stderr"], "text": "x"}),  # by turns: each is an output
    ],
)
def test_the_outputs_of_a_notebook_stay_within_their_memory(kind, content):
    budget = NotebookBudget(2**18)
    names = content.get("name")
    by_turns = [content | {"name": name} for name in names] if type(names) is list else [content]
    messages = [json.dumps(content) for content in by_turns] * (600 // len(by_turns))

    def take():
        cells = [Outputs(CellBudget(2**17, budget)) for _ in range(4)]
        for outputs in cells:
            for message in messages:
                outputs.take(kind, json.loads(message))
        return [outputs.nodes() for outputs in cells]

    assert mib_held(take) < 1.25
    assert min(budget.left.values()) >= 0


def test_a_notebooks_budget_cuts_output_and_not_evidence():
    budget = NotebookBudget(10_000)
    first, second = Outputs(CellBudget(8000, budget)), Outputs(CellBudget(8000, budget))
    for outputs in (first, second):
        for _ in range(3):
            outputs.take("stream", {"name": "stdout", "text": "x" * 2000})
    assert first.nodes()[0].text == "x" * 6000
    assert "".join(o.text for o in second.nodes()).startswith("x" * 2000 + "\nOnly the first part")
    second.take("display_data", {"data": {MIME: {"evidence": "e" * 5000}}}, is_signed=True)
    assert MIME in second.nodes()[-1].data
    assert not second.budget.is_flooded


def test_evidence_has_its_own_budget():
    budget = NotebookBudget(2**20)
    for _ in range(60):
        outputs = Outputs(CellBudget(2**20, budget))
        outputs.take("display_data", {"data": {MIME: {"evidence": "e" * 10**6}}}, is_signed=True)
    assert min(budget.left.values()) >= 0
    assert not any(MIME in output.get("data", {}) for output in outputs.nodes())


def evidence(text: str) -> dict:
    return {"data": {MIME: {"evidence": text}}}


@pytest.mark.parametrize("wait", [True, False])
def test_clearing_the_output_does_not_clear_evidence(wait):
    outputs = Outputs(CellBudget(10_000, NotebookBudget(10_000)))
    outputs.take("display_data", evidence("the agent's"), is_signed=True)
    outputs.take("stream", {"name": "stdout", "text": "x"})
    outputs.take("clear_output", {"wait": wait})
    outputs.take("display_data", evidence("forged"), is_signed=True)
    assert [output.data[MIME]["evidence"] for output in outputs.nodes()] == [
        "the agent's",
        "forged",
    ]


def test_evidence_that_does_not_fit_is_dropped_entirely():
    outputs = Outputs(CellBudget(10_000, NotebookBudget(10_000)))
    outputs.take("display_data", evidence("forged" + '"' * 1_150_000), is_signed=True)
    assert outputs.nodes()
    outputs.take("display_data", evidence("the agent's" + "x" * 200_000), is_signed=True)
    assert not any(MIME in output.get("data", {}) for output in outputs.nodes())


@pytest.mark.parametrize("text", ["\U0001f600", "\0", '"', "\u20ac", "\x7f"])
def test_output_is_measured_in_bytes_of_the_file(text):
    outputs = Outputs(CellBudget(12_000, NotebookBudget(12_000)))
    outputs.take("stream", {"name": "stdout", "text": text * 12_000})
    outputs.take("stream", {"name": "stdout", "text": text * 1000})
    (node,) = outputs.nodes()
    assert len(json.dumps(node.text, ensure_ascii=False).encode()) < 13_000
