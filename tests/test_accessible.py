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
