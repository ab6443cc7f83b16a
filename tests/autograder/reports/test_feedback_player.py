"""A student's run on the feedback page is, to the word, that of `replay` in their kernel."""

import base64
import json
import linecache
import re
import zlib
from contextlib import suppress

import nbformat
import pytest
import torch
from nbformat import NotebookNode
from nbformat.v4 import new_code_cell

import course
from autograder.authoring.sample_class import SampleSubmission
from autograder.grading.submission import grade_submission
from autograder.in_kernel.agent import Agent
from autograder.judge.cell_verdict import Example, Verdict
from autograder.judge.question_plan import plan_for
from autograder.judge.replays import show_replay
from autograder.judge.reply import Reply, reply_showing, request
from autograder.notebook.cells import is_solution
from autograder.sandbox.limits import Limits
from course.player.page import RUN_MIME_TYPE, packed
from course.sentences.code_in_words import as_read_aloud
from course.values.as_text import in_page
from tests.conftest import for_today
from tests.helpers.pages import html_in, opened

HOMEWORK = "hw1-cosh"


def in_a_kernel(notebook):
    """The names that a student's solution cells define."""
    names = {name: getattr(course, name) for name in course.__all__} | {"torch": torch}
    for cell in notebook.cells:
        if is_solution(cell) and cell.cell_type == "code":
            file = f"<{cell.id}>"
            linecache.cache[file] = len(cell.source), None, cell.source.splitlines(True), file
            with suppress(Exception):
                exec(compile(cell.source, file, "exec"), names)
    return names


def wrong_engines(sample):
    """The graded notebook of each submission of the sample class whose engine goes wrong on a small
    graph, and by the id of the check the lines that replay it."""
    classroom = sample[0]
    for each in sample[1]:
        notebook = nbformat.read(classroom.autograded(each.student, each.homework), 4)
        lines = {
            cell.id: re.search(r"[^\n]*y = .*\nreplay\(y, .*\)", "\n".join(output.traceback))[0]
            for cell in notebook.cells
            for output in cell.get("outputs", [])
            if output.output_type == "error" and "\nreplay(" in "\n".join(output.traceback)
        }
        if lines:
            yield each, notebook, lines


def data_of(run):
    return json.loads(zlib.decompress(base64.b64decode(run)))


@pytest.mark.parametrize("how_many", [3, pytest.param(99, marks=pytest.mark.nightly)])
def test_the_page_plays_each_wrong_engine_of_the_sample_class_like_its_kernel(
    window, sample, sample_page, how_many
):
    found = list(wrong_engines(sample))
    assert len(found) >= 9
    for each, notebook, lines in for_today(found, how_many, "engines"):
        path = sample_page(each.student, each.homework)
        soup = html_in(path)
        names = in_a_kernel(notebook)
        for cell, code in lines.items():
            *building, replaying = code.splitlines()
            exec("\n".join(building), names)
            player = eval(replaying, names)
            (figure,) = soup.find(id=cell).find_all(class_="backprop-player")
            (run,) = player.runs.values()
            theirs = data_of(packed(player.runs, start=run.first_problem)["run"])
            assert data_of(figure["data-run"]) == theirs, (path, cell)
        with opened(window, path) as page:
            page.context.set_offline(True)
            shown = page.locator(f"#{cell} .backprop-player")
            shown.locator(".bar").wait_for()
            assert f"Step {run.first_problem + 1} of {len(run.steps)}" in shown.inner_text()
            shown.focus()
            page.keyboard.press("Home")
            for step in run.steps:
                caption = shown.locator(".say").inner_text()
                assert caption.startswith(in_page(as_read_aloud(step.caption)))
                assert caption.endswith(in_page(as_read_aloud(step.problem or step.verdict)))
                page.keyboard.press("ArrowRight")
            assert [u for u in page.requests if not u.startswith("data:")] == [path.as_uri()]
            assert page.complaints == []


ENDS_WHEN_WATCHED = """
def backward_algorithm(graph, one=1.0):
    import os, sys
    if sys.gettrace():
        {}
    graph.gradient = 7.0
"""


def graded(engine: str, *more: NotebookNode, before: str = "", **limits) -> NotebookNode:
    """The graded notebook of somebody with this engine, and with more cells before one or at the
    end."""
    notebook = SampleSubmission("ada", HOMEWORK, {"backward-algorithm": engine}).notebook()
    ids = [cell.id for cell in notebook.cells]
    place = ids.index(before) if before else len(ids)
    notebook.cells[place:place] = more
    data = nbformat.writes(notebook).encode()
    return grade_submission(HOMEWORK, data, "a series", limits=Limits(**limits)).notebook


@pytest.mark.slow
@pytest.mark.parametrize("what", ["os._exit(3)", "while True: pass", "raise SystemExit"])
def test_an_engine_that_resists_being_watched_loses_only_its_replay(what):
    notebook = graded(ENDS_WHEN_WATCHED.format(what), cell_seconds=8, submission_seconds=30)
    assert notebook.metadata.stopped == {}
    outputs = {cell.id: cell.outputs for cell in notebook.cells if "outputs" in cell}
    *_, shown, error = outputs["backward-algorithm-check"]
    assert "image/svg+xml" in shown.data and "replay(" in "".join(error.traceback)
    assert outputs["forward-algorithm-check"][-1].output_type == "execute_result"


BY_A_HELPER = """
def deliver(node, share):
    node.gradient = {}
def backward_algorithm(graph, one=1.0):
    for node in graph.sorted_nodes():
        node.gradient = None
    graph.gradient = one
    for node in graph.sorted_nodes()[::-1]:
        for input_node, share in zip(node.input_nodes, node.backward()):
            deliver(input_node, share)
"""


@pytest.mark.slow
@pytest.mark.parametrize("end", ["", "import os; os._exit(3)"])
@pytest.mark.parametrize("later", ["-share", "share if node.gradient is None else 5.0"])
@pytest.mark.parametrize("all_of_it", [True, False])
def test_the_message_is_about_the_engine_that_the_check_saw(later, end, all_of_it):
    again = BY_A_HELPER.format(later)
    again = again if all_of_it else again.partition("def backward")[0]
    notebook = graded(BY_A_HELPER.format("share"), new_code_cell(again), new_code_cell(end))
    assert notebook.metadata.mistakes["backward-algorithm-check"] == [["overwrites"]]


@pytest.mark.slow
def test_two_engines_wrong_on_the_same_graph_are_each_played_at_their_check():
    first, second = (BY_A_HELPER.format(f"share  # {which}") for which in ("first", "second"))
    notebook = graded(first, new_code_cell(second), before="sinh-check")
    outputs = {cell.id: cell.outputs for cell in notebook.cells if "outputs" in cell}
    for check, which in {"backward-algorithm-check": "first", "sinh-check": "second"}.items():
        (run,) = (
            each.data[RUN_MIME_TYPE]["run"]
            for each in outputs[check]
            if RUN_MIME_TYPE in each.get("data", {})
        )
        assert f"# {which}" in str(data_of(run)["runs"][0]["code"])


@pytest.fixture(scope="module")
def replays():
    """A plan, and what the author's kernel answers when it is asked for a right engine's run."""
    plan, asked = plan_for(HOMEWORK, "a series"), []
    show_in_place_of_a_picture(plan, lambda acts: asked.extend(acts) or Reply([], ""))
    *_, last = plan.checks.values()
    return plan, [json.loads(each) for each in Agent(last.cell.names).answer(asked)]


def show_in_place_of_a_picture(plan, ask):
    """What is shown of a failed check if its kernel answers so."""
    outputs = [NotebookNode(output_type="display_data", data={"image/svg+xml": "before"})]
    verdict = Verdict(outputs, example=Example("backward", 5))
    with plan.in_force():
        show_replay(plan, verdict, ask)
    return outputs[0].data


def shown(replays, answers):
    """What is shown for these answers, in place of a picture."""
    reply = reply_showing(json.dumps({"nonce": "", "answers": answers}))
    return show_in_place_of_a_picture(replays[0], lambda acts: reply)


def places(value, path=()):
    """The way to each part of some JSON."""
    yield path
    pairs = value.items() if isinstance(value, dict) else enumerate(value)
    for key, each in pairs:
        if isinstance(each, dict | list):
            yield from places(each, (*path, key))
        else:
            yield (*path, key)


def changed(answers, path, new):
    copy = json.loads(json.dumps(answers))
    *way, last = path
    at = copy
    for key in way:
        at = at[key]
    at[last] = new
    return copy


EVIL = "</script><script>alert(1)</script>"


@pytest.mark.parametrize("how_many", [20, pytest.param(100, marks=pytest.mark.nightly)])
def test_answers_of_any_kind_show_either_a_run_or_nothing(replays, how_many):
    answers = replays[1]
    assert shown(replays, answers) == {"image/svg+xml": "before"}  # there is no problem to see
    ways = [path for path in places(answers) if path]
    wrong = (2, "gradients", 0)  # of which a run is shown in any case
    seen = 0
    for number, path in enumerate([wrong, *for_today(ways, how_many, "answers")]):
        for new in (10**9, -1, "nan", None, [], {"text": EVIL}, {"list": [[1]]})[number % 3 :: 3]:
            data = shown(replays, changed(answers, path, new))
            if RUN_MIME_TYPE in data:
                seen += 1
                run = data[RUN_MIME_TYPE]["run"]
                assert re.fullmatch(r"[\w+/=]+", run)
                assert EVIL not in data["image/svg+xml"]
                assert data_of(run)["runs"][0]["steps"]
    assert seen


def test_a_forged_run_that_cannot_be_drawn_raises_nothing(replays):
    forged = changed(changed(replays[1], (2, "gradients", 0), -1), (2, "events", 4, 2), [])
    assert shown(replays, forged) == {"image/svg+xml": "before"}


def test_a_missing_file_of_the_course_is_not_blamed_on_a_student(monkeypatch):
    def missing(name):
        raise FileNotFoundError(name)

    monkeypatch.setattr("course.player.page.asset", missing)
    with pytest.raises(FileNotFoundError):
        plan_for(HOMEWORK, "another series")


ROUNDABOUT = """
def backward_algorithm(graph, one=1.0):
    for node in graph.sorted_nodes():
        node.gradient = one if node is graph else 0.0
    for node in graph.sorted_nodes()[::-1]:
        for i, other in enumerate(node.input_nodes):
            {}
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("engine", "asked"),
    [
        (ROUNDABOUT.format("other.accumulate_gradient(node.backward()[i])"), 0),  # right
        ("def backward_algorithm(graph, one=1.0): raise NotImplementedError()", 0),  # unwritten
        (ROUNDABOUT.format("other.gradient = node.backward()[i]"), 2),  # although three checks fail
    ],
)
def test_a_kernel_is_asked_for_more_and_for_a_run_only_if_a_check_gives_a_reason(
    monkeypatch, engine, asked
):
    requests = []

    def noted(*what, after):
        requests.append(after)
        return request(*what, after=after)

    monkeypatch.setattr("autograder.judge.verdicts.request", noted)
    graded(engine)
    assert len(requests) == asked
