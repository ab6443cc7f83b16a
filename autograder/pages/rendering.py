"""Makes HTML pages, each one file that loads nothing and shows what it is given as text.

Everything is escaped unless a filter marks it as safe, and the page's own policy makes the browser
block whatever slips through.
"""

import base64
import hashlib
from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup
from pygments.formatters import HtmlFormatter

from autograder.base.visible import without_controls
from course.sentences.code_in_words import words_as_html

TEMPLATES = Path(__file__).with_name("templates")
CONTENT_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; "
    "form-action 'none'"
)


def render(template: str, **facts: object) -> str:
    """A page from a template in `templates/`, with the facts that it shows. Characters are removed
    that could reverse the text after them, such as others' names or lines of code."""
    return without_controls(_environment().get_template(template).render(**facts))


def at_most_two_decimals(value: float) -> str:
    """A mark as people write it: at most two decimals, without trailing zeros."""
    return two_decimals(value).rstrip("0").rstrip(".")


def two_decimals(value: float) -> str:
    """A number that is not a mark: always with two decimals."""
    return f"{value:z.2f}".replace("-", "−")


def with_code(text: str) -> Markup:
    """A sentence with the text between backticks as code."""
    return Markup(words_as_html(text))


@cache  # it remembers templates that it has compiled
def _environment() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {"number": at_most_two_decimals, "two": two_decimals, "words": with_code}
    environment.globals |= {"policy": content_policy, "own": _own, "code_style": _code_style}
    return environment


def _own(name: str) -> Markup:
    """One of our style sheets or scripts, to be put into the page."""
    return Markup((TEMPLATES / name).read_text(encoding="utf-8"))


def content_policy(script: str = "") -> str:
    """The page's policy for browsers: load nothing, and run only this script."""
    if not script:
        return CONTENT_POLICY
    digest = hashlib.sha256(script.encode()).digest()
    return f"{CONTENT_POLICY}; script-src 'sha256-{base64.b64encode(digest).decode()}'"


@cache
def _code_style() -> Markup:
    """The colours of highlighted code, in the light and in the dark."""
    light, dark = (
        HtmlFormatter(style=name).get_style_defs(".code") for name in ("xcode", "github-dark")
    )
    return Markup(f"{light}\n@media screen and (prefers-color-scheme: dark) {{\n{dark}\n}}")
