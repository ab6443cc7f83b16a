"""Pages of texts written to be a burden: no student's page delays another's."""

import os
import re
import time
from base64 import b64decode, b64encode
from functools import partial
from html import unescape
from pathlib import Path
from urllib.parse import quote

import nbformat
import pytest
from markupsafe import Markup
from nbconvert import HTMLExporter
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output
from nbgrader import api
from PIL import Image

from autograder.authoring.sample_class import SampleSubmission
from autograder.base import child_process
from autograder.base.classroom import Classroom
from autograder.base.paths import released_path
from autograder.grading.grade import grade
from autograder.notebook.set_up import without_set_up
from autograder.on_nbgrader.settings import configured
from autograder.on_nbgrader.steps import Nbgrader, NbgraderFailed
from autograder.pages import page_process
from autograder.pages.formulas import formula
from autograder.pages.markdown import markdown
from autograder.pages.page_budget import MAX_PAGE, SOURCE_LEFT_OUT, PageBudget
from autograder.pages.page_process import NotMade, make_apart
from autograder.pages.safe_html import clean, code, preformatted, printed
from autograder.pages.shown_cells import NOT_DRAWN, TOO_LARGE, source_as_html
from autograder.pages.shown_cells import displayed as displayed_data
from autograder.reports.formgrader import (
    CELLS_LEFT_OUT,
    DISPLAYED,
    LEFT_ALONE,
    OUTPUTS_LEFT_OUT,
    ForGraders,
    harmless,
    made_filter,
)
from tests.autograder.conftest import put, run
from tests.helpers.attack_pages import CONTROLLING, CONTROLS
from tests.helpers.clock import takes_less_than
from tests.helpers.pages import html_in
from tests.helpers.pictures import picture

HOMEWORK = "hw1-cosh"
OPEN = "<b a=i>" * 7000 + "<p>x" * 6900
ATTRIBUTES = "<p a='>' " + " ".join(f"a{i}" for i in range(14_000)) + ">"  # found in no other way
HIGHLIGHTED = pytest.param(partial(code, css="code"), id="highlighted")


def displayed(html: str, times: int = 1) -> list[dict]:
    outputs = [new_output("display_data", data={"text/html": html}) for _ in range(times)]
    return [new_code_cell("show()", outputs=outputs)]


@pytest.mark.parametrize("html", [OPEN, "<div>" * 9000, "<p " + "a b c" * 30_000 + ">"])
def test_html_that_takes_long_to_parse_is_not_parsed(html):
    with takes_less_than(2):
        assert "&lt;" in clean(html[:99_000])


@pytest.mark.parametrize("tag", ["details", "ul><li", "table><tr><td"])
def test_html_of_very_many_elements_in_each_other_is_shown_as_written(tag):
    few, many = (clean(f"<{tag}>" * times + "x") for times in (8, 100))
    assert "&lt;" not in few
    assert many.startswith("<pre>") and "&lt;" in many


def test_quotation_marks_are_not_left_to_the_browser():
    """20,000 of them keep Chromium busy for a minute, other elements for a few seconds."""
    assert clean("<b><q>x</q></b>") == "<b>x</b>"


def test_elements_that_nobody_closed_are_not_taken_to_be_in_each_other():
    assert clean("<p>x" * 100).count("</p>") == 100


def test_a_large_table_is_still_shown_as_a_table():
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
def test_finding_the_set_up_is_fast_even_if_a_source_repeats_its_words(source):
    with takes_less_than(1):
        without_set_up(source)


def on_each_page(cell) -> list[str]:
    """What stands in a cell, on a feedback page and in formgrader."""
    ((in_formgrader, _),) = harmless([cell])
    return [html_in(html).text for html in (source_as_html(cell), in_formgrader)]


def test_the_set_up_of_a_released_notebook_is_left_out():
    (cell,) = [c for c in nbformat.read(released_path(HOMEWORK), 4).cells if c.id == "setup"]
    assert "course_is_here" in cell.source
    for shown in on_each_page(cell):
        assert "course_is_here" not in shown
        assert "import" in shown


@pytest.mark.parametrize("nbgrader", [{}, {"nbgrader": {"grade_id": "sigmoid", "solution": True}}])
def test_a_students_cell_is_shown_whole_even_if_it_has_the_lines_of_a_set_up(nbgrader):
    source = "# @title x\nhidden = 1\nif not course_is_here(1): pass\n\ny = 2"
    for shown in on_each_page(new_code_cell(source, id="setup", metadata=nbgrader)):
        assert "hidden" in shown


def test_a_page_that_takes_too_long_is_ended_and_the_next_one_is_made():
    slow = partial(harmless, displayed(ATTRIBUTES, times=9))
    started = time.monotonic()
    with pytest.raises(NotMade, match=r"\((processor )?time\)"):
        make_apart(slow, seconds=1)
    assert time.monotonic() - started < 30
    ((_, outputs),) = make_apart(partial(harmless, displayed("<b>x</b>")), seconds=30)
    assert outputs == DISPLAYED.format("<b>x</b>")


def test_a_page_that_would_be_very_long_is_not_made():
    with pytest.raises(NotMade, match=r"\(size\)"):
        make_apart(lambda: "x" * child_process.MAX_RESULT)
    assert make_apart(lambda: 1) == 1


def test_a_page_that_takes_too_much_memory_is_ended(monkeypatch):
    monkeypatch.setattr(child_process, "MAX_MEMORY", 1 << 24)
    with pytest.raises(NotMade, match=r"\(MemoryError"):
        make_apart(lambda: len(bytearray(1 << 30)))
    assert make_apart(lambda: 1) == 1


@pytest.mark.parametrize("end", ["os._exit(0)", "os.kill(os.getpid(), 9)", "1 / 0"])
def test_a_child_process_gives_an_answer_however_it_ends(end):
    with pytest.raises(NotMade):
        make_apart(lambda: eval(end, {"os": os}))


def test_a_page_that_cannot_be_made_fails_for_its_student_alone(tmp_path, monkeypatch):
    classroom = Classroom(tmp_path / "class")
    for student in ("ada", "mallory"):
        notebook = SampleSubmission(student, HOMEWORK).notebook()
        put(classroom, student, HOMEWORK, notebook)
    assert not [each.failure for each in grade(classroom, HOMEWORK) if each.failure]
    path = classroom.autograded("mallory", HOMEWORK)
    graded = nbformat.read(path, as_version=4)
    graded.cells += displayed(ATTRIBUTES, times=9)
    nbformat.write(graded, path)
    monkeypatch.setattr(
        "autograder.reports.feedback.make_apart", lambda *a: make_apart(*a, seconds=4)
    )
    with pytest.raises(NbgraderFailed, match=r"\((processor )?time\)"):
        Nbgrader(classroom).feedback(HOMEWORK, "mallory")
    assert "1 page in" in run(classroom, "feedback", HOMEWORK, code=1)
    assert classroom.feedback("ada", HOMEWORK).exists()
    assert not classroom.feedback("mallory", HOMEWORK).exists()


def prepared(*cells):
    resources = {"assignment_id": HOMEWORK}
    notebook, resources = ForGraders().preprocess(new_notebook(cells=list(cells)), resources)
    return notebook, [made_filter({"resources": resources}, c.source) for c in notebook.cells]


def test_in_formgrader_no_text_of_a_student_turns_round_or_controls_what_follows_it():
    cell = new_code_cell(CONTROLLING, outputs=[new_output("stream", text=CONTROLLING)])
    notebook, shown = prepared(cell, new_markdown_cell(CONTROLLING))
    displayed = notebook.cells[0].outputs[0].data["text/html"]
    assert not CONTROLS & {*displayed, *"".join(shown)}
    assert [text.count("1 of 2") for text in (displayed, *shown)] == [1, 1, 1]


TEMPLATES = Path(api.__file__).parent / "server_extensions" / "formgrader" / "templates"
NAMED = {
    "student": '"><img src=x onerror=alert(1)>',
    "first_name": "<script>alert(2)</script>",
    "last_name": "O'Neil & </a><svg onload=alert(3)>",
    "notebook_path": '/tree/"onmouseover="alert(4)',
}


def test_a_name_passed_to_formgrader_runs_no_code():
    _, resources = ForGraders().preprocess(new_notebook(), {"assignment_id": HOMEWORK} | NAMED)
    assert {key: unescape(resources[key]) for key in NAMED} == NAMED
    assert not set("<>\"'") & set("".join(resources[key] for key in NAMED))
    without = {"last_name": None, "first_name": ""}
    _, resources = ForGraders().preprocess(new_notebook(), dict(without))
    assert {key: resources[key] for key in without} == without


@pytest.mark.parametrize("has_name", [True, False])
def test_a_name_runs_no_code_on_formgraders_submission_page(has_name, tmp_path):
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


def test_formgrader_shows_text_as_written_if_converting_it_takes_too_long(monkeypatch):
    monkeypatch.setattr(page_process, "make_apart", lambda *asked: make_apart(*asked, seconds=1))
    answer = new_markdown_cell("**mine**")
    notebook, shown = prepared(answer, *displayed(ATTRIBUTES, times=9))
    assert "as written" in shown[0]
    assert shown[1] == "<pre>**mine**</pre>"
    assert notebook.cells[2].outputs == []


@pytest.mark.parametrize("kind", ["image/png", "image/jpeg", "image/svg+xml"])
@pytest.mark.parametrize("key", ["width", "height", "alt", "unconfined"])
@pytest.mark.parametrize("is_readable", [True, False])
def test_a_picture_cannot_add_an_attribute(monkeypatch, kind, key, is_readable):
    """nbconvert writes a picture's width and height without quotes."""
    if not is_readable:
        monkeypatch.setattr(page_process, "make_apart", _fails)
    own = {kind: {key: "1 onerror=alert(1)"}, key: "1 onerror=alert(1)"}
    output = new_output("display_data", data={kind: "AAAA"}, metadata=own)
    notebook, _ = prepared(new_code_cell("show()", outputs=[output]))
    page, _ = HTMLExporter(template_name="classic").from_notebook_node(notebook)
    assert "onerror" not in page


def test_a_picture_that_is_not_base64_is_not_shown():
    output = new_output("display_data", data={"image/png": '" onerror="x', "text/plain": "plot"})
    notebook, _ = prepared(new_code_cell("show()", outputs=[output]))
    (shown,) = notebook.cells[-1].outputs
    assert html_in(shown.data["text/html"]).text == "plot"


def test_a_long_word_that_a_cell_displays_does_not_widen_the_page():
    output = new_output("display_data", data={"text/html": "<i>w</i>" * 20_000})
    notebook, _ = prepared(new_code_cell("show()", outputs=[output]))
    (shown,) = notebook.cells[-1].outputs
    assert "overflow-x: auto" in html_in(shown.data["text/html"]).div["style"]


def _fails(*_):
    raise NotMade("no")


def test_a_students_text_cannot_look_like_the_rubric_box(monkeypatch):
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


def test_mathjax_does_not_draw_what_students_write():
    box = r"\$\bbox[#f6effa,border:3px solid #7a3e9d]{\text{For you who grade}}\$"
    _, (theirs,) = prepared(new_markdown_cell(box))
    (shown,) = html_in(theirs).select(".tex2jax_ignore")
    assert "$\\bbox" in shown.text
    assert LEFT_ALONE.format("") == str(theirs).replace(shown.decode_contents(), "")


def test_a_page_with_too_many_tags_is_not_parsed_again_in_the_instructors_jupyter():
    cells = displayed("<b>x</b>" * 4000, times=12)
    ((_, outputs),) = make_apart(partial(harmless, cells), seconds=60)
    assert 4000 < outputs.count("<b>x</b>") < 40_000 and OUTPUTS_LEFT_OUT in outputs


def test_a_source_for_which_there_is_no_room_as_html_is_shown_as_written_or_left_out():
    budget = PageBudget()
    html, long = Markup("<b>x</b>" * 40_000), "x" * (MAX_PAGE // 2)
    assert budget.of_source(html, "*x*") == preformatted("*x*")
    assert budget.of_source(preformatted(long), long) == preformatted(long)
    assert budget.of_source(preformatted(long), long) == SOURCE_LEFT_OUT
    assert budget.of_source(Markup("<b>x</b>"), "*x*") == "<b>x</b>"


@pytest.mark.parametrize("letter", ["é", "&eacute;", "&#233;"])
def test_letters_beyond_ascii_need_more_room_than_others(letter):
    assert PageBudget().take("e" * 200_000)
    assert not PageBudget().take(letter * 200_000)


@pytest.mark.parametrize("end", ["\n", "\r", "&NewLine;", "&#13;"])
def test_lines_need_more_room_than_letters(end):
    """Chromium needed 3.3 GB for four million empty ones."""
    assert PageBudget().take(end * 20_000)
    assert not PageBudget().take(end * 60_000)


def test_pictures_take_room_by_their_pixels():
    large, small = (f'<img src="data:image/png;base64,{picture(n, n)}">' for n in (7000, 300))
    budget = PageBudget()
    assert 5 < sum(budget.take(large) for _ in range(100)) < 15
    assert PageBudget().take(small * 1000)


def test_code_and_errors_do_not_hold_up_the_instructors_jupyter(tmp_path):
    red = ["\x1b[31mx"] * 100_000
    error = new_output("error", ename="E", evalue="", traceback=["".join(red)])
    slow = [new_code_cell(" \n" * 3000 + "f(1)", outputs=[error]), new_code_cell("f = print")]
    exporter = HTMLExporter(config=configured(Classroom(tmp_path)))
    with takes_less_than(4):
        page, _ = exporter.from_notebook_node(new_notebook(cells=slow), {"assignment_id": HOMEWORK})
    plain, coloured = html_in(page).select(".cm-editor")
    assert plain.text.strip() == "f(1)"
    assert coloured.select(".highlight .n")[0].text == "f"


def exported(cells, folder):
    """formgrader's page of a notebook with these cells, and the seconds of processor time it took
    in this process."""
    exporter = HTMLExporter(config=configured(Classroom(folder)))
    started = time.process_time()
    page, _ = exporter.from_notebook_node(new_notebook(cells=cells), {"assignment_id": HOMEWORK})
    return html_in(page), time.process_time() - started


def test_printed_colours_do_not_hold_up_the_instructors_jupyter(tmp_path):
    loud = "\x1b[1mx\x1b[3mx" * 9000
    outputs = [new_output("stream", text="\x1b[31mfirst\x1b[0m")]
    for name in ("stdout", "stderr") * 5:
        outputs.append(new_output("stream", name=name, text=loud))
        outputs.append(new_output("display_data", data={"text/plain": loud}))
    page, seconds = exported([new_code_cell("show()", outputs=outputs)], tmp_path)
    assert seconds < 4
    assert len(page.find_all("span")) < 6000
    assert "first" in page.text
    assert page.text.count("xx" * 9000) == 20


def test_many_cells_and_outputs_do_not_hold_up_the_instructors_jupyter(tmp_path):
    outputs = [new_output("display_data", data={"text/plain": "x"})] * 4000
    own = [new_code_cell(f"x = {number}") for number in range(1500)]
    answer = new_markdown_cell("mine", metadata={"nbgrader": {"grade_id": "why"}})
    page, seconds = exported([new_code_cell("show()", outputs=outputs), *own, answer], tmp_path)
    assert seconds < 6
    assert len(page.find_all(True)) < 30_000
    assert "x = 100\n" in page.text and "x = 1400\n" not in page.text
    assert "mine" in page.text
    assert CELLS_LEFT_OUT in page.text


def drawing(content: str) -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">{content}</svg>'


def multiplied(steps: int = 9) -> str:
    """A drawing whose parts each use the one before ten times."""
    parts = ['<g id="a0"><circle r="1"/></g>']
    for number in range(1, steps):
        use = f'<use href="#a{number - 1}"/>'
        parts.append(f'<g id="a{number}">{use * 10}</g>')
    return drawing(f'<defs>{"".join(parts)}</defs><use href="#a{steps - 1}"/>')


@pytest.mark.parametrize("svg", [drawing("<circle r='1'/>"), multiplied()], ids=["one", "endless"])
def test_a_drawing_from_a_students_kernel_or_text_is_not_shown(svg):
    """Chromium's tab hung for the second, or would with a few more steps."""
    coded = b64encode(svg.encode()).decode()
    data = {"image/svg+xml": svg, "text/html": f'<img src="data:image/svg+xml;base64,{coded}">'}
    assert NOT_DRAWN in displayed_data(data)
    notebook, _ = prepared(new_code_cell("x", outputs=[new_output("display_data", data=data)]))
    assert NOT_DRAWN in notebook.cells[0].outputs[0].data["text/html"]
    for address in (
        f"data:image/svg+xml;base64,{coded}",
        f"data:image/svg+xml;charset=utf-8,{quote(svg)}",
        f"data:image/s&#10;v&#103;+xml;base64,{coded}",
        f"data:image/png;base64,{coded}",
    ):
        assert not html_in(clean(f'<img src="{address}">')).find(src=True)
    shown = markdown("![a](attachment:a)", {"a": {"image/svg+xml": coded}})
    assert coded not in shown


@pytest.mark.parametrize("metadata", [{"title": "5 All together"}, {}], ids=["check", "own cell"])
def test_a_drawing_of_a_check_is_shown_even_if_the_check_gives_no_points(metadata):
    data = {"image/svg+xml": drawing("<circle r='1'/>")}
    output = new_output("display_data", data=data)
    cell = new_code_cell("check(1)", outputs=[output], metadata=metadata)
    notebook, _ = prepared(cell)
    shown = html_in(notebook.cells[0].outputs[0].data["text/html"])
    assert (shown.img is not None) == bool(metadata) == (NOT_DRAWN not in shown.text)


def test_a_picture_is_shown_beside_a_drawing_that_is_not():
    small = picture(2, 2)
    shown = displayed_data({"image/svg+xml": drawing("<g/>"), "image/png": small})
    assert small in shown and NOT_DRAWN not in shown


@pytest.mark.parametrize(
    "address", ["data:text/html;base64,attached0", "data:image/svg+xml", "data:,image"]
)
def test_an_address_that_holds_no_picture_is_left_out(address):
    assert not html_in(clean(f'<img src="{address}">')).find(src=True)


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "GIF"])
@pytest.mark.parametrize("size", [(8000, 7000), (100_000, 10)])
def test_a_picture_with_very_many_pixels_is_not_shown(kind, size):
    """Chromium took 14 s and 3.6 GB for one of 64 kB, with 23000 x 23000 pixels."""
    if kind != "PNG" and max(size) > 2**16:
        size = (50_000, 10)
    large, small = picture(*size, kind), picture(800, 700, kind)
    for media_type in ("image/png", "image/jpeg"):
        data = {media_type: large}
        assert TOO_LARGE in displayed_data(data) and small in displayed_data({media_type: small})
        notebook, _ = prepared(new_code_cell("x", outputs=[new_output("display_data", data=data)]))
        assert TOO_LARGE in notebook.cells[0].outputs[0].data["text/html"]
        shown = markdown(
            "![a](attachment:a)![b](attachment:b)", {"a": data, "b": {media_type: small}}
        )
        assert large not in shown and small in shown
        address = f"data:{media_type};base64,"
        assert not html_in(clean(f'<img src="{address}{large}">')).find(src=True)
        assert html_in(clean(f'<img src="{address}{small}">')).find(src=True)


def test_a_picture_with_very_many_scans_is_not_shown():
    """Chromium took more than a minute for one of 270 kB with 1000 scans, and drew nothing."""
    usual = b64decode(picture(800, 700, "JPEG", progressive=True))
    last = usual[usual.rindex(b"\xff\xda") : -2]
    data = {"image/jpeg": b64encode(usual[:-2] + 1000 * last + usual[-2:]).decode()}
    assert TOO_LARGE in displayed_data(data)
    shown = b64encode(usual).decode()
    assert shown in displayed_data({"image/jpeg": shown})


def moving(size: int, kind: str) -> str:
    second = Image.new("RGB", (size, size), "white")
    return picture(size, size, kind, save_all=True, append_images=[second])


@pytest.mark.parametrize("kind", ["PNG", "GIF", "WEBP"])
def test_a_large_picture_that_moves_is_not_shown(kind):
    """A browser took 2 s for 8 s of one of 15 kB, with 7000 x 7000 pixels."""
    small, large = (moving(size, kind) for size in (900, 1100))
    assert small in displayed_data({"image/png": small})
    assert TOO_LARGE in displayed_data({"image/png": large})


def test_a_large_gif_that_does_not_move_is_shown():
    assert TOO_LARGE not in displayed_data({"image/png": picture(1280, 800, "GIF")})


def test_pillow_does_not_have_to_see_that_a_picture_moves():
    """Chromium moves one that says twice how many frames it has; Pillow gives up."""
    data = b64decode(moving(1100, "PNG"))
    start = data.index(b"acTL") - 4
    twice = b64encode(data[:start] + data[start : start + 20] + data[start:]).decode()
    assert TOO_LARGE in displayed_data({"image/png": twice})


@pytest.mark.parametrize("make", [HIGHLIGHTED, clean, markdown, preformatted, printed])
def test_accents_do_not_pile_up_without_end(make):
    """Chromium took minutes for 400,000 on one letter. Each line begins a new pile."""
    html = make("a" + 15_000 * "\u0301")
    assert max(map(len, re.findall("\u0301+", html))) == 1000
    assert html.count("\u0301") == 15_000


ALTERNATING = "中a" * 20_000


@pytest.mark.parametrize("make", [HIGHLIGHTED, preformatted, printed])
def test_no_long_line_changes_fonts_again_and_again(make):
    """Chromium took a minute for 200,000 changes in one line, and 2 s in lines of 1000."""
    lines = html_in(make(f"x = 1\n{ALTERNATING}")).text.split("\n")
    assert max(map(len, lines)) == 1000
    assert "".join(lines).strip() == f"x = 1{ALTERNATING}"


def test_html_with_very_many_letters_beyond_ascii_is_shown_in_lines():
    for letter in ("中", "&#20013;", "&alefsym;"):
        assert clean(f"<p>{letter * 9000} </p>").startswith("<p>")
        shown = html_in(clean(f"<p>{f'{letter} ' * 11_000}</p>"))
        assert shown.pre and shown.p is None


def test_a_formula_of_very_many_boxes_in_each_other_is_shown_as_written():
    """Chromium took 54 s for nine formulas of 245 boxes, and drew nothing."""
    for command in ("boxed", "phantom", "cancel", "overline", "sqrt", "frac{1}"):
        nested = [f"\\{command}{{" * depth + "x" + "}" * depth for depth in (3, 60)]
        few, many = (formula(source, display=True) for source in nested)
        assert few.startswith("<math") and many.startswith("<code>")


def test_a_line_of_letters_beyond_ascii_stays_as_it_is():
    assert "é" * 900 in printed("é" * 900)


def test_what_is_no_picture_of_a_usual_format_is_not_shown_as_one():
    for data in (b"BM" + bytes(60), b"\0\0\1\0" + bytes(60), b"<svg/>", b""):
        address = f"data:image/png;base64,{b64encode(data).decode()}"
        assert not html_in(clean(f'<img src="{address}">')).find(src=True)


def test_a_table_has_no_spans_of_which_a_browser_would_have_to_make_millions():
    """Eighty such tables, of 78 kB, hung Chromium's tab for minutes."""
    table = html_in(clean("<table><tr><td colspan='1000' rowspan='9'>x</td></tr></table>"))
    assert table.td.attrs == {} and table.td.text == "x"
