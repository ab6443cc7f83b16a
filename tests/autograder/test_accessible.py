"""axe-core finds planted defects. That our own pages have none is asserted by `look_at`."""

import pytest

from tests.helpers.pages import opened, violations

pytestmark = pytest.mark.slow

DEFECTS = {
    "html-has-lang": "document.documentElement.removeAttribute('lang')",
    "document-title": "document.title = ''",
    "meta-viewport": "document.querySelector('[name=viewport]').content = 'user-scalable=no'",
    "image-alt": "document.querySelector('main').append(document.createElement('img'))",
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


HIDING = {"aria-hidden-focus"}  # other defects in it


def test_planted_defects_are_found(window, sample_page):
    with opened(window, sample_page("emeka", "hw1-cosh"), width=390) as page:
        page.locator(".backprop-player .bar").first.wait_for()
        for together in (set(DEFECTS) - HIDING, HIDING):
            for defect in together:
                page.evaluate(DEFECTS[defect])
            assert together <= {each.split(":")[0] for each in violations(page)}
