"""Texts by students on a page: markup does no harm, formulas become MathML, nothing takes long."""

import nbformat
import pytest

from autograder.base.paths import ROOT
from autograder.on_nbgrader.steps import Nbgrader
from autograder.pages.formulas import formula, latex
from autograder.pages.markdown import markdown
from autograder.pages.safe_html import clean
from tests.helpers.attack_pages import attacked
from tests.helpers.clock import takes_less_than
from tests.helpers.pages import (
    html_in,
    opened,
)
from tests.helpers.pictures import picture

HOMEWORK = "hw1-cosh"


@pytest.mark.parametrize(
    "source",
    [
        "<script>alert(1)</script>",
        '<img src="x" onerror="alert(1)">',
        "<img src=https://evil.example/x.png>",
        "![tracked](https://evil.example/x.png)",
        "[press](javascript:alert(1))",
        "[press](data:text/html;base64,PHNjcmlwdD4=)",
        '<a href="data:text/html,x">press</a>',
        r"$\text{<script>alert(1)</script>}$",
        r"$\href{javascript:alert(1)}{x}$",
        r"$\style{position:fixed}{x}$",
        '<div style="position:fixed">x</div>',
        "<style>body{display:none}</style>",
        '<iframe src="https://evil.example"></iframe>',
        '<form action="https://evil.example"><input name="password"></form>',
        "<svg><script>alert(1)</script></svg>",
        "```<script>\n<script>alert(1)</script>\n```",
        "![a](attachment:a.png)",
    ],
)
def test_a_students_text_can_neither_run_code_nor_load_anything(source):
    made = html_in(markdown(source, {"a.png": {"text/html": "PHNjcmlwdD4="}}))
    assert not made.find_all(["script", "style", "iframe", "form", "input", "svg", "object"])
    for tag in made.find_all(True):
        assert not {name for name in tag.attrs if name.startswith("on") or name == "style"}
        assert not tag.get("src")
        assert tag.get("href", "https://").startswith("https://")


@pytest.mark.parametrize(
    "source",
    [
        '<div><img alt="$x$" src="data:image/png;base64,AA=="></div>',
        '<div><img alt="a > $x$"></div>',
        "<div><img alt='\"$x$'></div>",
        "$x$ and ![&#xe000;0&#xe001;](data:image/png;base64,AA==)",
        '$\\text{"><b>}$ and ![">&#xe000;0&#xe001;](data:image/png;base64,AA==)',
        '<div><a href="https://a.example/$x$">b</a></div>',
    ],
)
def test_a_formula_in_a_tag_stays_text_and_cannot_close_an_attribute(source):
    made = str(markdown(source))
    for tag in html_in(made).find_all(["img", "a"]):
        held = " ".join(str(value) for value in tag.attrs.values())
        assert "$" in held and "<math" not in held
        assert set(tag.attrs) <= {"alt", "src", "href"}
        assert not tag.find("math")
    outside = source.startswith("$")
    assert len(html_in(made).find_all("math")) == outside
    assert not html_in(made).find_all("b")


def test_harmless_markup_in_a_students_text_stays():
    made = markdown(
        "**bold** [link](https://a.example) `code`\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n"
        "<details><summary>Why $x^2$?</summary>because</details>\n\n![p](attachment:p.png)",
        {"p.png": {"image/png": "iVBORw0KGgo="}},
    )
    soup = html_in(made)
    assert soup.strong.text == "bold"
    assert soup.a["href"] == "https://a.example"
    assert [cell.text for cell in soup.find_all("td")] == ["1", "2"]
    assert soup.summary.math
    assert soup.img["src"].startswith("data:image/png")


def test_an_attached_picture_of_any_size_is_shown_once():
    photo = picture(800, 640, noise=True)
    soup = html_in(markdown("![a](attachment:p) " * 50, {"p": {"image/png": photo}}))
    shown = [image["src"] for image in soup.find_all("img")]
    assert shown[0] == f"data:image/png;base64,{photo}"
    assert sum(map(len, shown)) < 2 * len(photo)


def test_a_text_that_repeats_a_long_picture_is_shown_as_written():
    text = f"[a]: data:image/png;base64,{'A' * 15_000}\n\n" + "![x][a]" * 600
    assert html_in(markdown(text)).pre.text == text


def test_every_formula_of_the_homeworks_becomes_mathml():
    for path in sorted((ROOT / "notebooks").rglob("*.ipynb")):
        for cell in nbformat.read(path, as_version=4).cells:
            if cell.cell_type == "markdown":
                soup = html_in(markdown(cell.source))
                texts = [t for t in soup.find_all(string=True) if not t.find_parent("code")]
                assert not [t for t in texts if "$" in t or "\\" in t], cell.source
                assert len(soup.find_all("math")) >= cell.source.count("$$") / 2


def test_formulas_that_cannot_be_converted_are_shown_as_written():
    assert formula(r"\left( x", display=False) == r"<code>\left( x</code>"
    assert "<math" in latex("$$x$$")
    assert latex("no formula <b>") == "<pre>no formula &lt;b&gt;</pre>"
    assert "mtable" in formula(r"\begin{aligned} a &= b \\ c &= d \end{aligned}", display=True)


@pytest.mark.parametrize("piece", ["[", "*", "<", "> ", "$x", "{", r"\frac", "<a ", "|a"])
def test_texts_made_to_take_long_are_converted_quickly(piece):
    with takes_less_than(10):
        markdown(piece * (60_000 // len(piece)))
        markdown(piece * (19_000 // len(piece)))
        clean(piece * (99_000 // len(piece)))


def test_a_students_text_neither_runs_nor_loads_anything_in_a_browser(window, graded_pair):
    classroom = graded_pair
    path = classroom.autograded("ada", HOMEWORK)
    nbformat.write(attacked(nbformat.read(path, as_version=4)), path)
    Nbgrader(classroom).feedback(HOMEWORK, "ada")
    page_path = classroom.feedback("ada", HOMEWORK)
    with opened(window, page_path) as page:
        for name in ("press", "data"):
            for link in page.get_by_text(name, exact=True).all():
                assert not (link.get_attribute("href") or "").startswith(("data:", "j"))
        page.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)")
        page.wait_for_load_state("networkidle")
        assert "Homework 1" in page.title()
        assert page.url == page_path.as_uri()
        assert [u for u in page.requests if not u.startswith("data:")] == [page_path.as_uri()]
        acting = "main :is(script, style, iframe, object, form, input, base, meta, link, svg)"
        assert page.locator(acting).count() == 0
        assert page.locator("main section :is([id], [name], [style])").count() == 0
        assert page.evaluate("document.querySelectorAll('#top').length") == 1
        assert page.complaints == []
