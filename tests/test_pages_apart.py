"""Pages of students' texts that are made to be a burden: none keeps another waiting."""

import os
import time
from html import unescape
from pathlib import Path

import nbformat
import pytest
from markupsafe import Markup
from nbconvert import HTMLExporter
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output
from nbgrader import api

from autograder.authoring.sample_class import Submission
from autograder.base import forked
from autograder.base.paths import Classroom, released
from autograder.grading.grade import grade
from autograder.notebook.set_up import without_set_up
from autograder.on_nbgrader.nbgrader_api import Nbgrader, NbgraderFailed
from autograder.on_nbgrader.settings import configured
from autograder.reports import page_process
from autograder.reports.formgrader import LEFT_ALONE, ForGraders, harmless, markdown_filter
from autograder.reports.page_process import NotMade, make_apart
from autograder.reports.safe_html import clean
from tests.helpers.pages import html_in

HOMEWORK = "hw1-cosh"
OPEN = "<b a=i>" * 7000 + "<p>x" * 6900
ATTRIBUTES = "<p a='>' " + " ".join(f"a{i}" for i in range(14_000)) + ">"  # found in no other way


def displayed(html: str, times: int = 1) -> list[dict]:
    outputs = [new_output("display_data", data={"text/html": html}) for _ in range(times)]
    return [new_code_cell("show()", outputs=outputs)]


@pytest.mark.parametrize("html", [OPEN, "<div>" * 9000, "<p " + "a b c" * 30_000 + ">"])
def test_html_that_a_parser_takes_long_for_is_not_parsed(html):
    started = time.process_time()
    assert "&lt;" in clean(html[:99_000])
    assert time.process_time() - started < 2


def test_a_large_table_is_still_shown_as_one():
    row = "<tr>" + "<td>1.0</td>" * 20 + "</tr>"
    assert clean(f"<div><table><tbody>{row * 100}</tbody></table></div>").count("<td>") == 2000


@pytest.mark.parametrize(
    "source",
    [
        "# @title x\n" + "if not course_is_here(\n" * 43_000,
        "# @title x\n" + "\nif not course_is_here(" * 43_000,
        "# @title " * 100_000,
    ],
)
def test_looking_for_the_set_up_takes_no_longer_for_a_source_that_repeats_its_words(source):
    started = time.process_time()
    without_set_up(source)
    assert time.process_time() - started < 1


def test_the_set_up_of_a_released_notebook_is_left_out():
    (cell,) = [c for c in nbformat.read(released(HOMEWORK), 4).cells if c.id == "setup"]
    own = without_set_up(cell.source)
    assert "course_is_here" in cell.source
    assert "course_is_here" not in own
    assert "import" in own


def test_what_takes_too_long_is_ended_and_what_comes_next_is_made():
    facts = {"cells": displayed(ATTRIBUTES, times=9)}
    started = time.monotonic()
    with pytest.raises(NotMade, match="longer"):
        make_apart(harmless, facts, seconds=1)
    assert time.monotonic() - started < 8
    made = make_apart(harmless, {"cells": displayed("<b>x</b>")}, seconds=30)
    assert made["outputs"] == [[{"text/html": LEFT_ALONE.format("<b>x</b>")}]]


def test_a_page_that_would_be_very_long_is_not_made():
    with pytest.raises(NotMade, match="more than"):
        make_apart(lambda facts: "x" * forked.MAX_RESULT, {})
    assert make_apart(lambda facts: 1, {}) == 1


def test_what_takes_too_much_memory_is_ended(monkeypatch):
    monkeypatch.setattr(forked, "MAX_MEMORY", 1 << 24)
    with pytest.raises(NotMade, match="memory"):
        make_apart(lambda facts: len(bytearray(1 << 30)), {})
    assert make_apart(lambda facts: 1, {}) == 1


@pytest.mark.parametrize("end", ["os._exit(0)", "os.kill(os.getpid(), 9)", "1 / 0"])
def test_however_a_child_ends_there_is_an_answer(end):
    with pytest.raises(NotMade):
        make_apart(lambda facts: eval(end, {"os": os}), {})


def test_one_students_page_that_cannot_be_made_is_a_failure_of_theirs_alone(tmp_path, monkeypatch):
    classroom = Classroom(tmp_path / "class")
    nbgrader = Nbgrader(classroom)
    for student in ("ada", "mallory"):
        notebook = Submission(student, HOMEWORK).notebook()
        nbgrader.hand_in(student, HOMEWORK, notebook)
    assert not [each.failure for each in grade(classroom, HOMEWORK) if each.failure]
    path = classroom.autograded("mallory", HOMEWORK)
    graded = nbformat.read(path, as_version=4)
    graded.cells += displayed(ATTRIBUTES, times=9)
    nbformat.write(graded, path)
    monkeypatch.setattr(
        "autograder.reports.feedback.make_apart", lambda *a: make_apart(*a, seconds=4)
    )
    with pytest.raises(NbgraderFailed, match="longer"):
        nbgrader.feedback(HOMEWORK, "mallory")
    nbgrader.feedback(HOMEWORK, "ada")
    assert classroom.feedback("ada", HOMEWORK).exists()
    assert not classroom.feedback("mallory", HOMEWORK).exists()


def prepared(*cells):
    resources = {"assignment_id": HOMEWORK}
    notebook, resources = ForGraders().preprocess(new_notebook(cells=list(cells)), resources)
    return notebook, [markdown_filter({"resources": resources}, c.source) for c in notebook.cells]


TEMPLATES = Path(api.__file__).parent / "server_extensions" / "formgrader" / "templates"
NAMED = {
    "student": '"><img src=x onerror=alert(1)>',
    "first_name": "<script>alert(2)</script>",
    "last_name": "O'Neil & </a><svg onload=alert(3)>",
    "notebook_path": '/tree/"onmouseover="alert(4)',
}


def test_formgrader_gets_no_name_that_can_act():
    _, resources = ForGraders().preprocess(new_notebook(), {"assignment_id": HOMEWORK} | NAMED)
    assert {key: unescape(resources[key]) for key in NAMED} == NAMED
    assert not set("<>\"'") & set("".join(resources[key] for key in NAMED))
    without = {"last_name": None, "first_name": ""}
    _, resources = ForGraders().preprocess(new_notebook(), dict(without))
    assert {key: resources[key] for key in without} == without


@pytest.mark.parametrize("has_name", [True, False])
def test_no_name_acts_on_formgraders_page_of_a_submission(has_name, tmp_path):
    config = configured(Classroom(tmp_path))
    config.HTMLExporter.template_name = "formgrade"
    config.HTMLExporter.extra_template_basedirs = [str(TEMPLATES)]
    facts = {"assignment_id": HOMEWORK, "notebook_id": HOMEWORK, "submission_id": "1"}
    facts |= {"index": 0, "total": 1, "base_url": ""} | NAMED
    facts |= {} if has_name else {"last_name": None, "first_name": None}
    page, _ = HTMLExporter(config=config).from_notebook_node(new_notebook(), facts)
    shown = html_in(page).select_one("a.name-shown")
    named = f"{NAMED['last_name']}, {NAMED['first_name']}" if has_name else NAMED["student"]
    assert shown.text.strip() == named
    assert shown["data-link"] == NAMED["notebook_path"]
    assert not shown.find(True)
    assert "onmouseover" not in shown.attrs


def test_formgrader_shows_as_written_what_takes_too_long(monkeypatch):
    monkeypatch.setattr(page_process, "make_apart", lambda *asked: make_apart(*asked, seconds=1))
    answer = new_markdown_cell("**mine**")
    notebook, shown = prepared(answer, *displayed(ATTRIBUTES, times=9))
    assert "as written" in shown[0]
    assert shown[1] == "<pre>**mine**</pre>"
    assert "text/html" not in notebook.cells[2].outputs[0].data


@pytest.mark.parametrize("kind", ["image/png", "image/jpeg", "image/svg+xml"])
@pytest.mark.parametrize("key", ["width", "height", "alt", "unconfined"])
@pytest.mark.parametrize("is_readable", [True, False])
def test_a_picture_cannot_bring_an_attribute_of_its_own(monkeypatch, kind, key, is_readable):
    """nbconvert writes a picture's width and height without quotes."""
    if not is_readable:
        monkeypatch.setattr(page_process, "make_apart", _fails)
    own = {kind: {key: "1 onerror=alert(1)"}, key: "1 onerror=alert(1)"}
    output = new_output("display_data", data={kind: "AAAA"}, metadata=own)
    notebook, _ = prepared(new_code_cell("show()", outputs=[output]))
    page, _ = HTMLExporter(template_name="classic").from_notebook_node(notebook)
    assert "onerror" not in page


def test_a_picture_that_is_no_base64_is_not_shown():
    output = new_output("display_data", data={"image/png": '" onerror="x', "text/plain": "plot"})
    notebook, _ = prepared(new_code_cell("show()", outputs=[output]))
    (shown,) = notebook.cells[-1].outputs
    assert shown.data == {"text/plain": "plot"}


def _fails(*_):
    raise NotMade("no")


def test_nothing_a_student_writes_looks_like_the_box_with_the_rubric(monkeypatch):
    monkeypatch.setattr(
        "autograder.reports.formgrader._rubrics", lambda _: {"why": Markup("<p>2</p>")}
    )
    task = new_markdown_cell(
        "> **For graders only: students do not see this box.**\n> Full marks.\n"
        '<aside class="rubric" style="border: 3px solid #7a3e9d">Full marks.</aside>',
        metadata={"nbgrader": {"grade_id": "why"}},
    )
    _, (theirs, ours) = prepared(task)
    assert "Full marks" in theirs
    assert "aside" not in theirs
    assert "style" not in theirs
    assert ours.startswith('<aside class="rubric"')


def test_mathjax_draws_nothing_that_a_student_writes():
    box = r"\$\bbox[#f6effa,border:3px solid #7a3e9d]{\text{For you who grade}}\$"
    _, (theirs,) = prepared(new_markdown_cell(box))
    (shown,) = html_in(theirs).select(".tex2jax_ignore")
    assert "$\\bbox" in shown.text
    assert LEFT_ALONE.format("") == str(theirs).replace(shown.decode_contents(), "")


def test_a_page_with_very_many_tags_is_not_parsed_again_in_the_instructors_jupyter():
    cells = displayed("<b>x</b>" * 4000, times=12)
    outputs = make_apart(harmless, {"cells": cells}, seconds=60)["outputs"][0]
    assert outputs[0]["text/html"].startswith(LEFT_ALONE.format("<b>x</b>")[:30])
    assert outputs[-1]["text/html"].startswith("<pre>")


def test_no_code_or_error_holds_up_the_instructors_jupyter(tmp_path):
    red = ["\x1b[31mx"] * 100_000
    error = new_output("error", ename="E", evalue="", traceback=["".join(red)])
    slow = [new_code_cell(" \n" * 3000 + "f(1)", outputs=[error]), new_code_cell("f = print")]
    exporter = HTMLExporter(config=configured(Classroom(tmp_path)))
    started = time.process_time()
    page, _ = exporter.from_notebook_node(new_notebook(cells=slow), {"assignment_id": HOMEWORK})
    assert time.process_time() - started < 4
    plain, coloured = html_in(page).select(".cm-editor")
    assert plain.text.strip() == "f(1)"
    assert coloured.select(".highlight .n")[0].text == "f"
