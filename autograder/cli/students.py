"""The commands that change which students a class has: forget and rename."""

from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from autograder.base.failure import ExitCode
from autograder.base.paths import short
from autograder.base.visible import visible
from autograder.cli.class_command import ClassCommand
from autograder.cli.console import complain, finish, say
from autograder.cli.options import ClassDir, Database, app

if TYPE_CHECKING:
    from pathlib import Path

    from autograder.enrolment.belongings import Belongings
    from autograder.enrolment.restore import RemovedPart


Yes = Annotated[bool, typer.Option("--yes", help="Do not ask for confirmation.")]
ForGood = Annotated[
    bool, typer.Option("--for-good", help="Delete instead, from the trash as well.")
]
Undo = Annotated[
    bool,
    typer.Option(
        "--undo",
        help="Restore what is in the trash, marks included, and say what stays there and why.",
    ),
]
FirstRemoval = Annotated[
    str,
    typer.Option(
        "--from",
        metavar="REMOVAL",
        help="With --undo: begin with this removal, named as --undo shows it. Default: the newest.",
    ),
]


@app.command("forget")
def forget_command(
    student: Annotated[
        str,
        typer.Argument(metavar="STUDENT", help="The id of a student, as `report` shows it."),
    ],
    class_dir: ClassDir = None,
    database: Database = None,
    yes: Yes = False,
    for_good: ForGood = False,
    undo: Undo = False,
    first: FirstRemoval = "",
) -> None:
    """Remove a student and everything they handed in.

    Use it for somebody collected by mistake, or who wants their data removed. It shows what will
    be removed, and asks first. Everything goes to CLASS_DIR/trash/, from which --undo restores it,
    marks included. The class list, reports and exports are left as they are.

    --undo lists everything that the trash has of the student, the newest removal first, and
    restores each homework of which the class has nothing.
    """
    from autograder.enrolment.belongings import belongings_of
    from autograder.enrolment.forget import folders_in_trash, forget

    command = ClassCommand.in_existing(class_dir, database)
    classroom = command.classroom
    if first and not undo:
        raise typer.BadParameter("It needs --undo.", param_hint="--from")
    if undo and for_good:
        raise typer.BadParameter("It cannot go with --for-good.", param_hint="--undo")
    if undo:
        _undo(command, student, first, is_confirmed=yes)
    command.refuse_unknown(student, in_trash=for_good)
    belongings = belongings_of(classroom, student)
    what = "deleted for good" if for_good else "removed"
    say(f"Of {student}, this is {what}:")
    _list_belongings(belongings, folders_in_trash(classroom, student) if for_good else [])
    if not yes and not typer.confirm("Delete it?" if for_good else "Remove it?"):
        raise typer.Exit(ExitCode.LOOK)
    if forget(classroom, belongings, for_good=for_good):
        say(f"To undo this: {classroom.command('forget', student, '--undo')}")
    kept = "" if for_good else "renamed.csv, trash/, "
    say(
        f"Done. Existing files may still name them: {kept}roster.csv, extensions.csv, errors.log, "
        "the lists in collected/, and those in reports/ and export/."
    )


def _undo(command: ClassCommand, student: str, first: str, *, is_confirmed: bool) -> NoReturn:
    """Restores what the trash has of a student, and ends the command. Asks first if the data may be
    another person's."""
    from autograder.enrolment.restore import restore, why_not_theirs

    if reason := why_not_theirs(command.classroom, student):
        complain(f"{reason} Restoring it would give it to another person.")
        if not is_confirmed and not typer.confirm("Restore it all the same?"):
            raise typer.Exit(ExitCode.LOOK)
    parts = restore(command.classroom, student, first)
    _list_restored(command, student, parts)
    finish(is_well=not any(part.in_the_way for part in parts))


def _list_belongings(of_student: "Belongings", in_trash: "list[Path]") -> None:
    for folder in of_student.folders + in_trash:
        say(f"  {short(folder)}/", soft_wrap=True)
    if of_student.marked is not None:
        say(f"  in the gradebook: {', '.join(sorted(of_student.marked)) or 'the name alone'}")
    if of_student.journals:
        say(f"  in the journal: {', '.join(of_student.journals)}")


def _list_restored(command: ClassCommand, student: str, parts: "list[RemovedPart]") -> None:
    """Prints what was restored, what stays in the trash, and how to have that instead."""
    removal = None
    for part in parts:
        if part.removal != removal:
            removal = part.removal
            on = f" on {removal.at:%Y-%m-%d at %H:%M} UTC" if removal.at else ""
            say(f"Removed{on} ({removal.name}):")
        name = f"{part.homework or 'marks'}{', with marks' if part.rows else ''}"
        restored = "restored" if part.student == student else f"restored, as {part.student}"
        outcome = f"stays in the trash. {part.in_the_way}" if part.in_the_way else restored
        say(f"  {name}: {outcome}")
        for sentence in part.lost:
            say(f"    {visible(sentence)}")
    if not parts:
        say(f"{student} is restored. There was nothing but the name.")
    if left_behind := [part for part in parts if part.in_the_way and part.homework]:
        left = left_behind[0]
        now = command.classroom.command("forget", left.student)
        words = "forget", student, "--undo", "--from", left.removal.name
        then = command.classroom.command(*words)
        say(f"To have what stays instead of what the class has: {now}, then {then}")


@app.command("rename")
def rename_command(
    old: Annotated[
        str, typer.Argument(metavar="OLD", help="The id of a student, as `report` shows it.")
    ],
    new: Annotated[str, typer.Argument(metavar="NEW", help="The student's new id.")],
    class_dir: ClassDir = None,
    database: Database = None,
) -> None:
    """Give a student another id, for example after a change of login.

    Submissions, marks, feedback, journal and extensions move along. What is in the trash stays
    there; `forget OLD --undo` restores it under the new id. The old id stays known, in
    CLASS_DIR/renamed.csv: class lists and downloads may go on using it, and exercises drawn for it
    remain the student's own. `collect --roster` renames by itself if the new class list has the
    same number or e-mail address for both ids.

    To undo it, rename NEW to OLD.
    """
    from autograder.enrolment.rename import refuse_two_people, rename
    from autograder.people.roster import Roster
    from autograder.people.student import is_valid_id
    from autograder.people.suggestions import did_you_mean

    command = ClassCommand.in_existing(class_dir, database)
    classroom = command.classroom
    command.refuse_unknown(old)
    if not is_valid_id(new) or new == old:
        raise typer.BadParameter(
            "It must be new, and fit to name a folder: letters, digits and . _ @ + -",
            param_hint="NEW",
        )
    refuse_two_people(classroom, old, new)
    homeworks = rename(classroom, old, new)
    say(f"{old} is now {new}, with {', '.join(homeworks) or 'no homework'}.")
    listed = Roster.of(classroom).by_id  # former ids replaced
    if not listed:
        return
    written_ids = Roster.read(classroom.roster).by_id
    if new not in listed:
        complain(f"{new} is not in roster.csv.{did_you_mean(classroom, new, listed)}")
    elif new not in written_ids:
        say(
            f"roster.csv may go on saying {old}, and so may lists and downloads that you "
            f"collect: it is known there as a former id of {new}."
        )
