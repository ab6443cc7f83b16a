"""Changes nbgrader 0.9.6 where it has no setting for what is needed. All such changes are here.

`settings` has everything that can be set. `base/quick_start.py`, which runs earlier, leaves out
imports that are not needed.
"""

import glob
import os
import shutil
import sys
import warnings
from contextlib import suppress
from datetime import datetime
from functools import cache, lru_cache
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

import jinja2
import nbgrader
import nbgrader.api
import sqlalchemy
from markupsafe import Markup
from nbgrader.dbutil import write_alembic_ini
from sqlalchemy.exc import SAWarning

from autograder.base.failure import NotHere
from autograder.base.timestamps import naive_timestamp
from autograder.submissions.student_folder import time_noted
from autograder.submissions.unreadable import Unreadable

if TYPE_CHECKING:
    from nbgrader.apps import NbGraderAPI

VERSION = "0.9.6"  # that this is made for
SCHEMA = "e43177bfe90b"  # the version of its tables, which it notes in a new gradebook
LOCK_SECONDS = 30  # to wait while another program writes to the gradebook
FORMGRADER = "nbgrader.server_extensions.formgrader"
_TABLES = nbgrader.api.Base.metadata
_create_all = _TABLES.create_all
# The columns by which rows are looked up. Without the indexes, SQLite reads a whole table for each
# submission.
_INDEXES = [
    sqlalchemy.Index(f"ix_{column.class_.__tablename__}_{column.key}", column)
    for column in (
        nbgrader.api.Grade.notebook_id,
        nbgrader.api.Comment.notebook_id,
        nbgrader.api.SubmittedNotebook.assignment_id,
        nbgrader.api.SubmittedAssignment.student_id,
    )
]
_ESCAPED = str.maketrans({"<": "&lt;", ">": "&gt;", '"': "&#34;"})


def patch_gradebook() -> None:
    """Changes how nbgrader opens a gradebook, in this process."""
    # nbgrader would start a process to find this out, which takes seconds.
    _replace(nbgrader.api, "get_alembic_version", lambda: SCHEMA)
    # Error messages would quote marks and names, and nbgrader would wait for a gradebook in use for
    # only 5 seconds.
    _replace(nbgrader.api, "create_engine", _engine)
    # nbgrader would ask for one table after the other each time it opens a gradebook.
    _replace(_TABLES, "create_all", _create_missing)
    # nbgrader adds rows in an order about which SQLAlchemy 2.1 warns, but they are saved.
    warning = "Object of type .* not in session"
    warnings.filterwarnings("ignore", category=SAWarning, message=warning)


def _create_missing(bind: sqlalchemy.Engine) -> None:
    """Creates the tables that a gradebook lacks."""
    if _TABLES.tables.keys() - sqlalchemy.inspect(bind).get_table_names():
        _create_all(bind)


def add_indexes(book: nbgrader.api.Gradebook) -> None:
    """Adds the indexes that a gradebook lacks. Without them, it works, but slowly."""
    # This may fail: the gradebook may be read-only, or another command may be adding them.
    with suppress(sqlalchemy.exc.DBAPIError), book.engine.begin() as connection:
        last = _INDEXES[-1]  # if it is there, the others are, too
        if not sqlalchemy.inspect(connection).has_index(str(last.table), str(last.name)):
            for index in _INDEXES:
                index.create(connection, checkfirst=True)


def patch_steps() -> None:
    """Changes nbgrader's steps in this process. Importing them takes half a second."""
    import nbgrader.apps.api
    import nbgrader.apps.autogradeapp
    import nbgrader.apps.dbapp
    import nbgrader.converters.base
    import nbgrader.coursedir

    from autograder.on_nbgrader.autograde import Autograde

    patch_gradebook()
    # nbgrader's command and formgrader's button would take other steps than `autograder grade`.
    for module in (nbgrader.converters, nbgrader.apps.api, nbgrader.apps.autogradeapp):
        _replace(module, "Autograde", Autograde)
    # If the name of the folder has a %, nbgrader would not find the gradebook to upgrade.
    _replace(nbgrader.dbutil, "write_alembic_ini", _write_alembic_ini)
    _replace(nbgrader.apps.dbapp, "shutil", SimpleNamespace(copy=_copied))
    # nbgrader would take brackets in a student's id for a pattern.
    _replace(nbgrader.converters.base, "glob", SimpleNamespace(glob=_found))
    # nbgrader would take the time zone +0100 for a hundred seconds, and -05:00 for UTC.
    _replace(nbgrader.coursedir, "parse_utc", naive_timestamp)
    # An odd timestamp would keep formgrader from listing the submissions.
    _replace(nbgrader.apps.api.NbGraderAPI, "get_submitted_timestamp", _submitted_timestamp)
    # Formgrader's pages repeat parts of their addresses, so a link in a student's answer could put
    # a script on a page. Only Jupyter's server has loaded the module that shows these pages. If the
    # server was started in another folder, it has already created their template environment.
    if pages := sys.modules.get(f"{FORMGRADER}.base"):
        _replace(vars(pages)["BaseHandler"], "render", _rendered)


def _replace(owner: Any, name: str, new: object) -> None:
    """Replaces something of nbgrader's.

    Raises:
        NotHere: nbgrader has nothing of this name, so it must be another version.
    """
    if not hasattr(owner, name):
        raise NotHere(
            f"nbgrader {nbgrader.__version__} has no {owner.__name__}.{name}, which the autograder "
            f"has to replace. Install the version that it is made for: nbgrader=={VERSION}"
        )
    setattr(owner, name, new)


def _found(pattern: str) -> list[str]:
    """The paths that match a pattern. If a folder has exactly this name, brackets in the name are
    not a pattern, but an asterisk still stands for everybody."""
    folder, _, name = pattern.rpartition("/")
    is_exact = "*" not in Path(folder).parts and Path(folder).is_dir()
    exact = glob.escape(folder) if is_exact else folder
    return glob.glob(f"{exact}/{name}")  # noqa: PTH207  as nbgrader writes the paths


def _write_alembic_ini(path: str, url: str) -> None:
    """Writes Alembic's settings. In these, a % must be doubled, as a single one would refer to
    another setting."""
    write_alembic_ini(path, url.replace("%", "%%"))


def _copied(old: str, new: str) -> None:
    """Copies a file. Both paths are taken from the URL of a database, where a % is written %25."""
    shutil.copy(unquote(old), unquote(new))


def _engine(url: str, **options: Any) -> sqlalchemy.Engine:
    """The engine that a gradebook uses for its database. If the gradebook is opened again, it gets
    the same one, which remembers the statements that it has compiled. A database in memory always
    gets a new one, and so is a new database."""
    return (_new_engine if url == "sqlite://" else _same_engine)(url, **options)


def _new_engine(url: str, **options: Any) -> sqlalchemy.Engine:
    if url.startswith("sqlite:"):
        options["connect_args"] = {"timeout": LOCK_SECONDS}
    return sqlalchemy.create_engine(url, hide_parameters=True, **options)


_same_engine = lru_cache(maxsize=8)(_new_engine)
# A forked child must make its own: a lock on the connections may belong to a thread that the child
# does not have.
os.register_at_fork(after_in_child=_same_engine.cache_clear)


def _rendered(handler: Any, template: str, **shown: object) -> str:
    """A page of formgrader."""
    environment = _escaping(handler.settings["nbgrader_jinja2_env"])
    return environment.get_template(template).render(**shown)


@cache
def _escaping(environment: jinja2.Environment) -> jinja2.Environment:
    return environment.overlay(autoescape=True, finalize=_harmless)


def _harmless(value: object) -> object:
    """A value in a form that is harmless on formgrader's pages. Apostrophes are not escaped, since
    some values are inside quotes in a script, where an escape would not be read as one."""
    is_text = isinstance(value, str) and not isinstance(value, Markup)
    return Markup(str(value).translate(_ESCAPED)) if is_text else value


def _submitted_timestamp(self: "NbGraderAPI", assignment: str, student: str) -> datetime | None:
    """When a submission was handed in, for formgrader's list."""
    submitted = self.coursedir.submitted_directory
    folder = Path(self.coursedir.format_path(submitted, student, assignment))
    with suppress(Unreadable, OSError):
        return naive_timestamp(time_noted(folder) or "")
    return None
