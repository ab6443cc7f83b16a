"""WCAG by axe-core: no violation on any page of ours, and what is planted is found."""

import pytest
from axe_playwright_python.sync_playwright import Axe

from autograder.reports.class_page import write_page
from autograder.reports.facts import gather
from tests.pages import opened

pytestmark = [pytest.mark.slow, pytest.mark.browser]
LOOKS = [("light", 1280), ("light", 390), ("dark", 1280), ("dark", 390)]
PAGES = [
    ("ada", "hw1-cosh"), ("emeka", "hw1-cosh"), ("hana", "hw2-tanh"), ("fatima", "hw5-mlp"),
    ("dmitri", "hw8-transformer"),
]  # fmt: skip


def violations(page) -> list[str]:
    """What axe complains of, and where."""
    page.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)")
    found = Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]
    return [f"{each['id']}: {node['html'][:200]}" for each in found for node in each["nodes"]]


def look(browser, path):
    """Asserts that axe finds nothing, on a desk and on a phone, by day and by night."""
    for scheme, width in LOOKS:
        with opened(browser, path, width=width, scheme=scheme) as page:
            for player in page.locator(".backprop-player").all():
                player.locator(".bar").wait_for()
            assert violations(page) == [], (scheme, width)


@pytest.mark.parametrize(("student", "homework"), PAGES)
def test_axe_finds_nothing_on_a_page_of_feedback(browser, sample, student, homework):
    look(browser, sample[0].classroom.feedback(student, homework))


@pytest.mark.parametrize("homework", ["hw1-cosh", "hw5-mlp"])
def test_axe_finds_nothing_on_the_report_of_a_class(browser, sample, tmp_path, homework):
    classroom = sample[0].classroom
    path = tmp_path / "report.html"
    write_page(gather(classroom, homework), classroom, path)
    look(browser, path)


DEFECTS = {
    "html-has-lang": "document.documentElement.removeAttribute('lang')",
    "document-title": "document.title = ''",
    "meta-viewport": "document.querySelector('[name=viewport]').content = 'user-scalable=no'",
    "image-alt": "document.querySelector('main img').removeAttribute('alt')",
    "color-contrast": "document.querySelector('main p').style.color = '#999'",
    "link-name": "document.querySelector('header a').textContent = ''",
    "button-name": "document.querySelector('.bar button').replaceChildren()",
    "svg-img-alt": "document.querySelector('.stage svg').removeAttribute('aria-label')",
    "scrollable-region-focusable": (
        "document.querySelectorAll('pre').forEach(each => each.removeAttribute('tabindex'))"
    ),
    "landmark-one-main": "document.querySelector('main').setAttribute('role', 'presentation')",
    "heading-order": "document.querySelector('main').prepend(document.createElement('h5'))",
    "aria-hidden-focus": "document.querySelector('.bar').setAttribute('aria-hidden', 'true')",
    "scope-attr-valid": "document.querySelector('th').scope = 'sideways'",
    "aria-valid-attr-value": (
        "document.querySelector('.bar button').setAttribute('aria-pressed', 'perhaps')"
    ),
    "tabindex": "document.querySelector('header a').tabIndex = 4",
}  # fmt: skip


@pytest.mark.parametrize("defect", DEFECTS)
def test_a_planted_defect_is_found(browser, sample, defect):
    path = sample[0].classroom.feedback("emeka", "hw1-cosh")
    with opened(browser, path, width=390) as page:
        page.locator(".backprop-player .bar").first.wait_for()
        page.evaluate(DEFECTS[defect])
        assert defect in {each.split(":")[0] for each in violations(page)}
