"""Publishes the course: brings notebooks up to date, then writes what students get.

With a class list, it also writes a folder with each student's own notebooks.
"""

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path

from autograder.authoring.hint_texts import write_hints
from autograder.base.failure import Failure
from autograder.hand_out import release
from autograder.hand_out.choice_change import ChoiceChange
from autograder.hand_out.public_files import one_for_each
from autograder.hand_out.publish import Published, publish, refuse_foreign, refuse_loss
from autograder.people.roster import Roster

Telling = Callable[[str], AbstractContextManager]  # says what is being done in a block


@dataclass(frozen=True)
class PublicationTask:
    """What to publish, and where."""

    folder: Path
    homeworks: list[str]
    change: ChoiceChange  # of the choices for their notebooks
    make: Callable[[list[str]], dict[str, bytes]]  # the folder's files, by path, from homeworks
    roster: Path | None = None  # the class list, for a folder with each student's notebooks
    # Whether to refuse notebooks that are out of date, instead of releasing them.
    as_released: bool = False
    overwrite: bool = False  # whether to replace what is not ours

    @property
    def for_each(self) -> Path:
        """The folder with each student's notebooks."""
        beside = self.folder.resolve()
        return beside.with_name(f"{beside.name}-each")


@dataclass(frozen=True)
class Publication:
    """The outcome."""

    published: Published  # the changes to the folder
    files: dict[str, bytes]  # that it has now
    # Those of the folder with each student's notebooks, and the students.
    files_for_each: dict[str, bytes] = field(default_factory=dict)
    students: Roster = field(default_factory=Roster)


def publish_course(
    task: PublicationTask, telling: Telling, on_release: Callable[[str], None]
) -> Publication:
    """Publishes what a task asks for, or nothing.

    Args:
        on_release: called with each homework that was released because it was out of date.

    Raises:
        Failure: something stands in the way. The choices and notebooks are what they were.
    """
    for folder in [task.folder, task.for_each] if task.roster else [task.folder]:
        refuse_foreign(folder, overwrite=task.overwrite)
    students = Roster.read(task.roster) if task.roster else Roster()
    with task.change.kept_if_done(task.homeworks):
        _bring_up_to_date(task, telling, on_release)
        contents = {task.folder: task.make(task.homeworks)}
        if task.roster:
            contents[task.for_each] = one_for_each(students.ids, task.homeworks)
        for folder, files in contents.items():
            refuse_loss(folder, files, overwrite=task.overwrite)
        done = {
            folder: publish(folder, files, overwrite=task.overwrite)
            for folder, files in contents.items()
        }
    for_each = contents.get(task.for_each, {})
    return Publication(done[task.folder], contents[task.folder], for_each, students)


def _bring_up_to_date(
    task: PublicationTask, telling: Telling, on_release: Callable[[str], None]
) -> None:
    if not task.as_released:
        write_hints(task.homeworks)
    with telling("Checking which notebooks are out of date ..."):
        outdated = [each for each in task.homeworks if not release.is_fresh(each)]
    if task.as_released and outdated:
        raise Failure(_out_of_date(outdated, task.change))
    for homework in outdated:
        with telling(f"Releasing {homework} ..."):
            release.release(homework)
        on_release(homework)


def _out_of_date(homeworks: list[str], change: ChoiceChange) -> str:
    """Says how to bring them up to date, and why they are not, if that is hard to see."""
    command = " ".join(["autograder release", *homeworks, *change.options])
    switched = [each for each in homeworks if release.has_other_variants(each)]
    why = ""
    if switched and change.given["variants"] is None:
        option = "--variants" if change.now.variants else "--no-variants"
        were = "were" if len(switched) > 1 else "was"
        why = (
            f" {option} has been chosen for all homeworks of this clone since "
            f"{', '.join(switched)} {were} released."
        )
    return f"Notebooks are out of date. First: {command}.{why}"
