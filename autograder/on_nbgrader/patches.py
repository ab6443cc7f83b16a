"""Changes nbgrader 0.9.6 where it has no setting for what is needed.

`settings` has everything that can be set. `terminal/quick_start.py` has earlier left out imports
that nbgrader does not need.
"""

import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any

import jinja2
import nbgrader.api
import nbgrader.apps.api
import nbgrader.apps.autogradeapp
import nbgrader.converters
import nbgrader.coursedir
from markupsafe import Markup
from nbgrader.api import Comment, Grade, Gradebook, SubmittedAssignment
from nbgrader.apps.api import NbGraderAPI
from nbgrader.dbutil import ALEMBIC_DIR
from nbgrader.preprocessors import latesubmissions, saveautogrades
from sqlalchemy.exc import SAWarning
from sqlalchemy.orm import scoped_session

from autograder.base.timestamps import timestamp_in
from autograder.on_nbgrader.autograde import Autograde
from autograder.submissions.student_folder import time_noted
from autograder.submissions.unreadable import Unreadable

FORMGRADER = "nbgrader.server_extensions.formgrader"
_ESCAPED = str.maketrans({"<": "&lt;", ">": "&gt;", '"': "&#34;"})


def install() -> None:
    """Changes nbgrader for this process."""
    # It adds rows in an order about which SQLAlchemy 2.1 warns; they are saved nevertheless.
    warning = "Object of type .* not in session"
    warnings.filterwarnings("ignore", category=SAWarning, message=warning)
    # It starts a process to find out the version, which takes seconds.
    nbgrader.api.get_alembic_version = _schema_version
    # Its command and formgrader's button do not read a submission as `autograder grade` does.
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


def _schema_version() -> str | None:
    """The version of the gradebook's tables, which nbgrader notes in a new gradebook."""
    from alembic.script import ScriptDirectory

    return ScriptDirectory(ALEMBIC_DIR).get_current_head()


def _submitted_timestamp(self: NbGraderAPI, assignment: str, student: str) -> datetime | None:
    """When a submission was handed in, for formgrader's list."""
    submitted = self.coursedir.submitted_directory
    folder = Path(self.coursedir.format_path(submitted, student, assignment))
    with suppress(Unreadable, OSError):
        return naive_timestamp(time_noted(folder) or "")
    return None


def naive_timestamp(text: str) -> datetime | None:
    """The time in a text as nbgrader stores it, in UTC without saying so; None if there is none."""
    at = timestamp_in(text)
    return at and at.replace(tzinfo=None)


@contextmanager
def one_transaction(book: Gradebook) -> Iterator["LentGradebook"]:
    """Makes one transaction of nbgrader's steps. Usually, each step opens the gradebook, looks up
    every cell by name, and commits. In this context, all steps get the open gradebook with the
    submission at hand, and everything is committed at the end or not at all."""
    lent = object.__new__(LentGradebook)
    lent.__dict__.update(book.__dict__, db=_WaitingSession(book.db), to_do=[])
    modules = (saveautogrades, latesubmissions)
    try:
        for module in modules:
            module.Gradebook = lambda *_, **__: lent
        with book.db.no_autoflush:
            yield lent
        book.db.commit()
        for do in lent.to_do:
            do()
    except BaseException:
        book.db.rollback()
        raise
    finally:
        for module in modules:
            module.Gradebook = Gradebook
        book.db.remove()


def after_commit(book: Gradebook, do: Callable[[], None]) -> None:
    """Does something as soon as all that was entered so far is committed: after the transaction, or
    now, if a step of nbgrader's has its own gradebook."""
    if isinstance(book, LentGradebook):
        book.to_do.append(do)
    else:
        do()


class LentGradebook(Gradebook):
    """A gradebook for one submission that its users cannot close.

    Attributes:
        to_do: what is done after the transaction.
    """

    to_do: list[Callable[[], None]]

    def hold(self, submission: SubmittedAssignment) -> None:
        """From now on, its grades and comments are found without asking the database."""
        (notebook,) = submission.notebooks
        self._grades = {grade.name: grade for grade in notebook.grades}
        self._comments = {comment.name: comment for comment in notebook.comments}

    def find_grade(self, grade_cell: str, *where: str) -> Grade:
        """The grade of a cell."""
        return self._grades.get(grade_cell) or super().find_grade(grade_cell, *where)

    def find_comment(self, solution_cell: str, *where: str) -> Comment:
        """The comment on a cell."""
        return self._comments.get(solution_cell) or super().find_comment(solution_cell, *where)

    def close(self) -> None:
        """Does nothing: the lender closes it."""


class _WaitingSession:
    """A session whose commits wait for the end of the transaction. New rows are flushed at once, so
    that they can be found."""

    def __init__(self, session: scoped_session):
        self._session = session

    def commit(self) -> None:
        if self._session.new:
            self._session.flush()

    def __getattr__(self, name: str) -> object:
        return getattr(self._session, name)
