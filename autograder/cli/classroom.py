"""Checks a class before a command does its work, and says afterwards what is not up to date."""

import shlex
from pathlib import Path
from typing import TYPE_CHECKING

from rich.markup import escape

from autograder.base.paths import Classroom, short
from autograder.cli.shared import complain, end, out

if TYPE_CHECKING:
    from autograder.marks.class_marks import Mark


def existing_class(class_dir: Path | None, database: str | None) -> Classroom:
    """The chosen class; ends the command if its folder is not a class's, or empty."""
    classroom = Classroom.chosen(class_dir, database)
    if not any(
        (classroom.folder / name).exists() for name in ("submitted", "gradebook.db", "journal")
    ):
        end(
            2,
            f"There is no class in {classroom.folder}. Name the class's folder with "
            "--class-dir or in CLASS_DIR, or collect first.",
        )
    return classroom


def known_students(
    classroom: Classroom, homework: str, chosen: list[str] | None
) -> list[str] | None:
    """Those chosen, each once; ends the command if one of them has not handed in this homework."""
    from autograder.enrolment.forget import known_ids
    from autograder.people.roster import Roster, did_you_mean

    handed_in = classroom.students(homework)
    for student in chosen or []:
        if student not in handed_in:
            if student in {*Roster.usable(classroom).ids, *known_ids(classroom)}:
                end(2, f"{student} has not handed in {homework}.")
            suggestion = did_you_mean(classroom, student, handed_in)
            end(2, f"There is no submission of {student}.{suggestion}")
    return chosen and list(dict.fromkeys(chosen))


def known_to_class(classroom: Classroom, student: str, *, in_trash: bool = False) -> None:
    """Ends the command if the class, or the trash, has nothing of this student."""
    from autograder.enrolment import forget
    from autograder.people.roster import did_you_mean

    known = forget.known_ids(classroom)
    if in_trash:
        known |= {path.name for path in classroom.trash.glob("*")}
    if student not in known:
        end(2, f"The class has nothing of {student}.{did_you_mean(classroom, student, known)}")


def option_for(classroom: Classroom) -> str:
    """What a command that is suggested needs to be about this class, after a space; empty if the
    environment or the default says so."""
    if classroom.folder == Classroom.chosen().folder:
        return ""
    return f" --class-dir {shlex.quote(short(classroom.folder))}"


def tell_renewed_penalties(classroom: Classroom, homework: str) -> bool:
    """Brings late penalties up to date before marks are shown, and says whose have changed:
    formgrader does not update them when somebody types a score. Returns whether all could be
    computed; it says which could not."""
    from autograder.grading.gradebook import renew_penalties

    renewed = renew_penalties(classroom, homework)
    if renewed.changed:
        changes = ", ".join(
            f"{student} {now:g} (was {before:g})"
            for student, (before, now) in renewed.changed.items()
        )
        out.print(escape(f"Late penalties that changed: {changes}."))
    for student, reason in renewed.unchanged.items():
        complain(f"{student}'s late penalty in {homework} is left as it was. {reason}")
    return not renewed.unchanged


def tell_unknown_extensions(classroom: Classroom) -> None:
    """Names the lines of extensions.csv about unknown students: usually a typing error, which would
    cost somebody an extension."""
    from autograder.enrolment.forget import known_ids
    from autograder.people.roster import Roster, did_you_mean
    from autograder.rules.extensions import EXTENSIONS
    from autograder.rules.policy_file import policy_of

    lines = policy_of(classroom).extension_lines
    if not lines:
        return
    listed = {*Roster.usable(classroom).ids}
    known = listed | known_ids(classroom)
    for student, line in lines.items():
        if known and student not in known:
            why = f"there is no student {student}" if listed else f"no student {student} is known"
            suggestion = did_you_mean(classroom, student, known)
            complain(f"{EXTENSIONS}, line {line}: {why}.{suggestion}")


def tell_outdated_pages(classroom: Classroom, homework: str, marks: "list[Mark]") -> None:
    """Names the students whose feedback page is out of date."""
    from autograder.reports.page_state import outdated_pages

    if students := outdated_pages(classroom, homework, marks):
        out.print(
            f"\nFeedback pages whose mark or penalty is out of date: "
            f"{escape(', '.join(students))}. To rewrite them: autograder feedback {homework}"
            f"{escape(option_for(classroom))}"
        )
