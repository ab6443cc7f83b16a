"""Locates the files of a class."""

import fnmatch
import os
import shlex
from dataclasses import dataclass
from itertools import filterfalse
from pathlib import Path

from autograder.base.failure import Failure
from autograder.base.paths import ROOT, short

TIMESTAMP = "timestamp.txt"  # beside a notebook: when it was handed in, in nbgrader's format
_NO_NOTEBOOK = "no-notebook.txt"  # why a student has none, as `collect` notes it
# The folders of a class that hold a folder for each student, with a folder for each homework in it,
# and the file there.
BY_STUDENT = {
    "submitted": "{}.ipynb",
    "autograded": "{}.ipynb",
    "feedback": "{}.html",
    "viva": "{}.html",
    "rulings": "replaced.json",
}
BY_HOMEWORK = "collected"  # here, each homework has a folder, with one for each student in it


@dataclass(frozen=True)
class Classroom:
    """A class's data: submissions, graded notebooks, feedback and the gradebook.

    Raises:
        Failure: nbgrader cannot use the folder.
    """

    folder: Path  # where all of this is; grading writes nowhere else in the clone
    # The URL of the database in which nbgrader keeps the marks; None for an SQLite file in the
    # folder.
    database: str | None = None

    def __post_init__(self) -> None:
        if {*str(self.folder)} & {*"?*["}:  # "?" ends the path in a URL, the others are patterns
            raise Failure(
                f"No class can be in {self.folder}: nbgrader takes a question mark, an asterisk "
                "and a [ for a pattern. Rename it."
            )

    @classmethod
    def chosen(cls, folder: Path | None = None, database: str | None = None) -> "Classroom":
        """The class with the given folder and database; else `CLASS_DIR` and `GRADEBOOK_URL` from
        the environment; else `class/` in the clone, and SQLite."""
        folder = Path(folder or os.environ.get("CLASS_DIR") or ROOT / "class")
        return cls(folder.resolve(), database or os.environ.get("GRADEBOOK_URL") or None)

    def command(self, *words: str) -> str:
        """What to type for a command about this class: the words, and the options for its folder
        and database if these are neither the default nor set in the environment. A password in the
        database's URL is not shown."""
        usual = Classroom.chosen()
        options = []
        if self.folder != usual.folder:
            options += ["--class-dir", short(self.folder)]
        if self.database not in (None, usual.database):
            from sqlalchemy.engine import make_url

            options += ["--db-url", make_url(self.database).render_as_string()]
        return shlex.join(["autograder", *words, *options])

    @property
    def roster(self) -> Path:
        """The class list."""
        return self.folder / "roster.csv"

    @property
    def gradebook_file(self) -> Path:
        """The gradebook, unless the class names a database."""
        return self.folder / "gradebook.db"

    @property
    def submitted(self) -> Path:
        """The folder of all students' submissions."""
        return self.folder / "submitted"

    @property
    def all_collected(self) -> Path:
        """The folder of all versions of submissions, and of class lists that were replaced."""
        return self.folder / BY_HOMEWORK

    @property
    def feedback_pages(self) -> Path:
        """The folder of all students' feedback pages."""
        return self.folder / "feedback"

    @property
    def reports(self) -> Path:
        """The folder with pages about the class."""
        return self.folder / "reports"

    @property
    def exports(self) -> Path:
        """The folder with files to be taken elsewhere."""
        return self.folder / "export"

    @property
    def draws_secret(self) -> Path:
        """The file with the secret from which random draws are made."""
        return self.folder / "series.secret"

    @property
    def journals(self) -> Path:
        """The folder with the grading journal of each homework."""
        return self.folder / "journal"

    @property
    def errors(self) -> Path:
        """The file with the tracebacks of errors of the autograder itself."""
        return self.folder / "errors.log"

    @property
    def trash(self) -> Path:
        """The folder with what `autograder forget` removed, by student."""
        return self.folder / "trash"

    def draws(self, homework: str) -> Path:
        """The file with the rounds of random draws of a homework."""
        return self.folder / "series" / f"{homework}.jsonl"

    def collected(self, student: str, homework: str) -> Path:
        """The folder of all versions of a submission."""
        return self.all_collected / homework / student

    def why_no_notebook(self, student: str, homework: str) -> Path:
        """The file in which `collect` notes what a student handed in instead of a notebook. It is
        not in the folder of the submission, because a student could write such a note there."""
        return self.collected(student, homework) / _NO_NOTEBOOK

    def timestamp(self, student: str, homework: str) -> Path:
        """The file that says when a student handed in."""
        return self.submission(student, homework).with_name(TIMESTAMP)

    def autograded(self, student: str, homework: str) -> Path:
        """The path of a student's graded notebook."""
        return self._file("autograded", student, homework)

    def submission(self, student: str, homework: str) -> Path:
        """The path at which nbgrader expects a student's notebook."""
        return self._file("submitted", student, homework)

    def feedback(self, student: str, homework: str) -> Path:
        """The path of a student's feedback page."""
        return self._file("feedback", student, homework)

    def viva(self, student: str, homework: str) -> Path:
        """The path of the sheet for a talk with a student."""
        return self._file("viva", student, homework)

    def replaced(self, student: str, homework: str) -> Path:
        """The file with the manual scores of a student that are replaced by rulings."""
        return self._file("rulings", student, homework)

    def _file(self, folder: str, student: str, homework: str) -> Path:
        name = BY_STUDENT[folder].format(homework)
        return self.folder / folder / student / homework / name

    def students(self, homework: str) -> list[str]:
        """Everyone who handed in this homework or, if it is `*`, any homework.

        Raises:
            OSError: a folder cannot be listed.
        """
        students = filter(is_usable_folder, _names_in(self.submitted))
        return sorted(
            each for each in students if fnmatch.filter(_names_in(self.submitted / each), homework)
        )

    def nobodys_folders(self) -> list[str]:
        """The names of folders of submissions that cannot be anybody's id."""
        return sorted(filterfalse(is_usable_folder, _names_in(self.submitted)))


def _names_in(folder: Path) -> list[str]:
    """The names of what is in a folder; none if there is no such folder. Unlike `glob`, it raises
    an OSError if the folder cannot be listed. Hidden ones, as Jupyter makes, are left out."""
    try:
        return [path.name for path in folder.iterdir() if not path.name.startswith(".")]
    except (FileNotFoundError, NotADirectoryError):
        return []


def is_usable_folder(name: str) -> bool:
    """Whether a folder of this name can be a student's, even one that no class list would accept as
    an id. UTF-8 must be able to hold the name, because it gets into files, pages and the gradebook.
    It must be a single line, as nbgrader expects, and not `*`, which means everybody there."""
    return name != "*" and "\n" not in name and name.encode(errors="ignore").decode() == name
