"""Changes nbgrader 0.9.6 where it has no setting for what is needed.

`settings` has everything that can be set. `terminal/quick_start.py` has earlier left out imports
that nbgrader does not need.
"""

import sys
from contextlib import suppress
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any

import jinja2
import nbgrader.apps.api
import nbgrader.apps.autogradeapp
import nbgrader.converters
import nbgrader.coursedir
from markupsafe import Markup
from nbgrader.apps.api import NbGraderAPI

from autograder.base.timestamps import naive_timestamp
from autograder.on_nbgrader.api import prepare_for_gradebook
from autograder.on_nbgrader.autograde import Autograde
from autograder.submissions.student_folder import time_noted
from autograder.submissions.unreadable import Unreadable

FORMGRADER = "nbgrader.server_extensions.formgrader"
_ESCAPED = str.maketrans({"<": "&lt;", ">": "&gt;", '"': "&#34;"})


def install() -> None:
    """Changes nbgrader for this process."""
    prepare_for_gradebook()
    # Its command and formgrader's button take other steps than `autograder grade`.
    for module in (nbgrader.converters, nbgrader.apps.api, nbgrader.apps.autogradeapp):
        module.Autograde = Autograde
    # It would take the time zone +0100 for a hundred seconds, and -05:00 for UTC.
    nbgrader.coursedir.parse_utc = naive_timestamp
    # An odd timestamp would keep formgrader from listing the submissions.
    NbGraderAPI.get_submitted_timestamp = _submitted_timestamp
    # Formgrader's pages repeat parts of their addresses, so a link in a student's answer could
    # bring a script there. Only Jupyter's server has loaded what shows them. If it was started in
    # another folder, it has already made what they are made with.
    if pages := sys.modules.get(f"{FORMGRADER}.base"):
        vars(pages)["BaseHandler"].render = _rendered


def _rendered(handler: Any, template: str, **shown: object) -> str:
    """A page of formgrader."""
    environment = _escaping(handler.settings["nbgrader_jinja2_env"])
    return environment.get_template(template).render(**shown)


@cache
def _escaping(environment: jinja2.Environment) -> jinja2.Environment:
    return environment.overlay(autoescape=True, finalize=_harmless)


def _harmless(value: object) -> object:
    """What a page of formgrader shows, also inside quotes in a script, where an apostrophe has to
    stay what it is."""
    is_text = isinstance(value, str) and not isinstance(value, Markup)
    return Markup(str(value).translate(_ESCAPED)) if is_text else value


def _submitted_timestamp(self: NbGraderAPI, assignment: str, student: str) -> datetime | None:
    """When a submission was handed in, for formgrader's list."""
    submitted = self.coursedir.submitted_directory
    folder = Path(self.coursedir.format_path(submitted, student, assignment))
    with suppress(Unreadable, OSError):
        return naive_timestamp(time_noted(folder) or "")
    return None
