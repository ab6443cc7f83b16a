"""Publishes the course: brings notebooks up to date, then writes what students get.

With a class list, it also writes a folder with each student's own notebooks.
"""

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import KW_ONLY, dataclass
from pathlib import Path

from autograder.base.failure import Failure
from autograder.hand_out import release
from autograder.hand_out.public_files import files_for_students, individual_notebooks
from autograder.hand_out.published_folder import (
    FolderChanges,
    refuse_foreign,
    update_folders,
)
from autograder.notebook.release_choices import ReleaseChoices
from autograder.people.roster import Roster

Telling = Callable[[str], AbstractContextManager]  # says what is being done in a block


@dataclass(frozen=True)
class PublishTask:
    """What to publish, and where."""

    folder: Path
    homeworks: list[str]
    choices: ReleaseChoices  # for the notebooks
    _: KW_ONLY
    students: Roster | None = None  # those who get a folder with notebooks of their own
    # Whether to make a website. Then, homeworks that are out of date are refused. Otherwise, they
    # are released again.
    as_site: bool = False
    as_zip: bool = False  # whether the folder will be zipped, too
    overwrite: bool = False  # whether to replace even files that publishing did not write

    @property
    def individual_folder(self) -> Path:
        """The folder with each student's notebooks."""
        folder = self.folder.resolve()
        return folder.with_name(f"{folder.name}-each")


def publish_course(
    task: PublishTask, telling: Telling, on_release: Callable[[str], None]
) -> dict[Path, FolderChanges]:
    """Publishes what a task asks for, or nothing at all. Returns what has changed in each folder.

    Args:
        on_release: called with each homework that was released because it was out of date.

    Raises:
        Failure: something stands in the way. The choices and notebooks are as before.
    """
    refuse_foreign(task.folder, overwrite=task.overwrite, with_zip=task.as_zip)
    if task.students is not None:
        refuse_foreign(task.individual_folder, overwrite=task.overwrite)
    with release.kept_if_done(task.choices, task.homeworks):
        _bring_up_to_date(task, telling, on_release)
        contents = {task.folder: _files(task, telling)}
        if task.students is not None:
            each = individual_notebooks(task.students.by_id, task.homeworks)
            if not each:
                names = ", ".join(task.homeworks)
                raise Failure(f"There is no individual exercise in {names}. Leave --roster out.")
            contents[task.individual_folder] = each
        changes = update_folders(contents, overwrite=task.overwrite)
    return changes


def _bring_up_to_date(
    task: PublishTask, telling: Telling, on_release: Callable[[str], None]
) -> None:
    with telling("Checking which notebooks are out of date ..."):
        outdated = [name for name in task.homeworks if not release.is_fresh(name)]
    if task.as_site and outdated:
        command = " ".join(["autograder release", *outdated])
        raise Failure(f"Notebooks are out of date. First, with the same options: {command}")
    for homework in outdated:
        with telling(f"Releasing {homework} ..."):
            release.release(homework)
        on_release(homework)


def _files(task: PublishTask, telling: Telling) -> dict[str, bytes]:
    """The files of the folder, by path."""
    if not task.as_site:
        return files_for_students(task.homeworks)
    from autograder.hand_out import site  # loads what runs the lectures

    with telling("Running the lectures, which takes a minute or two ..."):
        return site.site(task.homeworks)
