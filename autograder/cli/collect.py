"""The commands for what students hand in: collect, forget and rename."""

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer
from rich.markup import escape

from autograder.base.paths import BY_STUDENT, Classroom, short
from autograder.cli.shared import (
    AsJSON,
    ClassDir,
    Database,
    Homework,
    app,
    complain,
    did_you_mean,
    existing_class,
    known_to_class,
    out,
    refusing,
)

if TYPE_CHECKING:
    from autograder.afterwards.forget import Traces
    from autograder.afterwards.restore import RemovedPart
    from autograder.people.roster import Roster

Origin = Literal["canvas", "moodle", "blackboard", "gradescope", "folder"]


@app.command("collect")
def collect_command(
    source: Annotated[
        Path, typer.Argument(metavar="ARCHIVE_OR_FOLDER", help="The download, a zip or a folder.")
    ],
    homework: Homework,
    class_dir: ClassDir = None,
    system: Annotated[
        Origin | None,
        typer.Option("--from", help="Where the download comes from. Default: detected."),
    ] = None,
    roster: Annotated[
        Path | None,
        typer.Option(
            help="The class list with names and ids, a CSV file exported by one of these systems. "
            "It is kept as CLASS_DIR/roster.csv and used from then on."
        ),
    ] = None,
    only_roster: Annotated[
        bool, typer.Option("--only-roster", help="Skip people who are not in the class list.")
    ] = False,
    due: Annotated[
        str | None,
        typer.Option(
            help="When the homework was due, such as 2026-01-30T23:59; a date alone means its last "
            "second. Not needed if CLASS_DIR/policy.toml says it."
        ),
    ] = None,
    timezone: Annotated[
        str | None,
        typer.Option(
            help="Time zone for times that name none, such as Europe/Berlin. Default: that of "
            "policy.toml, or this machine's."
        ),
    ] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Show what would happen, and write nothing.")
    ] = False,
    as_json: AsJSON = False,
) -> None:
    """Take in a bulk download of submissions from a learning management system (LMS).

    The download is called Download Submissions in Canvas, Download all submissions in Moodle,
    Assignment File Download in Blackboard, Export Submissions in Gradescope. A folder or zip of
    your own contains student.ipynb, student/any.ipynb or student/ASSIGNMENT/any.ipynb.

    The newest notebook of each student goes to CLASS_DIR/submitted/STUDENT/ASSIGNMENT/. All that
    were ever handed in are kept in CLASS_DIR/collected/. If a student hands in a blank notebook
    after one with answers, the one with answers is used, and you are told. You can collect again at
    any time: only what is new is taken, and notebooks and times that you changed stay.

    Hand-in times, from which penalties are computed, go to timestamp.txt if the system provides
    them. For Moodle, give the assignment's grading worksheet as --roster.

    Students who handed in no notebook appear in grading and reports, with the reason.

    Exit code: 0 if all went well; 1 if something needs your attention, such as a PDF (the rest is
    collected); 2 if nothing could be collected.
    """
    from autograder.collect import show
    from autograder.collect.collect import CollectOptions, collect
    from autograder.rules.due_times import due_time, zone_of
    from autograder.rules.policy_file import policy_of

    with refusing(2):
        classroom = Classroom.chosen(class_dir)
        policy = policy_of(classroom)
        policy = replace(policy, zone=zone_of(timezone) or policy.zone)
        options = CollectOptions(
            only_roster=only_roster,
            policy=policy.with_due(homework, due_time(due, policy.zone)),
            dry_run=dry_run,
            on_new_roster=partial(_follow, classroom, dry_run=dry_run),
        )
        done = collect(classroom, source, homework, system=system, roster=roster, options=options)
    if as_json:
        print(show.collected_as_json(done))
    else:
        out.print(show.collected_table(done, homework, dry_run=dry_run))
        if dry_run:
            out.print("Nothing was written: this was a dry run. To collect, leave --dry-run out.")
        elif any(row.what.is_written for row in done.rows):
            out.print(f"Next: autograder grade {homework}")
    raise typer.Exit(1 if any(row.attention for row in done.rows) else 0)


def _follow(classroom: Classroom, before: "Roster", now: "Roster", *, dry_run: bool) -> None:
    """Renames students whose ids have changed in a new class list, if it identifies them."""
    from autograder.afterwards.rename import Conflict, rename
    from autograder.people.same_people import same_people

    for old, new in same_people(before, now).items():
        try:
            there = any((classroom.folder / each / old).is_dir() for each in BY_STUDENT)
            if there if dry_run else rename(classroom, old, new):
                moved = "would move" if dry_run else "moved"
                out.print(
                    escape(f"{old} is {new} in the new class list. Their data {moved} along.")
                )
        except Conflict as reason:
            complain(reason)


@app.command("forget")
def forget_command(
    student: Annotated[
        str,
        typer.Argument(metavar="STUDENT", help="The id of a student, as `report` shows it."),
    ],
    class_dir: ClassDir = None,
    database: Database = None,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask for confirmation.")] = False,
    for_good: Annotated[
        bool, typer.Option("--for-good", help="Delete instead, from the trash as well.")
    ] = False,
    undo: Annotated[
        bool,
        typer.Option(
            "--undo",
            help="Restore what is in the trash, marks included, and say what stays there and why.",
        ),
    ] = False,
    first: Annotated[
        str,
        typer.Option(
            "--from",
            metavar="REMOVAL",
            help="With --undo: begin with this removal, named as --undo shows it. Default: the "
            "newest.",
        ),
    ] = "",
) -> None:
    """Remove a student and everything they handed in.

    For somebody collected by mistake, or who wants their data removed. Shows what will be removed,
    and asks. It goes to CLASS_DIR/trash/, from which --undo restores it, marks included. The class
    list, reports and exports are left as they are.

    --undo lists everything that the trash has of the student, the newest removal first, and
    restores each homework that the class has nothing of.

    Exit code: 0 if it is done; 1 if you say no, or something stays in the trash; 2 if nobody has
    this id.
    """
    from autograder.afterwards.forget import forget, traces
    from autograder.afterwards.restore import restore

    classroom = existing_class(class_dir, database)
    if first and not undo:
        raise typer.BadParameter("It needs --undo.", param_hint="--from")
    if undo:
        with refusing(2):
            parts = restore(classroom, student, first)
        _list_restored(student, parts)
        raise typer.Exit(1 if any(part.in_the_way for part in parts) else 0)
    known_to_class(classroom, student, in_trash=for_good)
    found = traces(classroom, student)
    out.print(f"Of {escape(student)}, this is {'deleted for good' if for_good else 'removed'}:")
    _list_traces(found)
    if not yes and not typer.confirm("Delete it?" if for_good else "Remove it?"):
        raise typer.Exit(1)
    if forget(classroom, found, for_good=for_good):
        out.print(escape(f"To undo this: autograder forget {student} --undo"))
    out.print(
        "Done. Existing files may still name them: roster.csv, the lists in collected/, and "
        "those in reports/ and export/."
    )


def _list_traces(found: "Traces") -> None:
    for folder in found.folders:
        out.print(f"  {escape(short(folder))}/", soft_wrap=True)
    if found.marks is not None:
        out.print(f"  in the gradebook: {', '.join(found.marks) or 'the name alone'}")
    if found.journals:
        out.print(f"  in the journal: {', '.join(found.journals)}")


def _list_restored(student: str, parts: "list[RemovedPart]") -> None:
    """Prints what was restored, what stays in the trash, and how to have that instead."""
    removal = None
    for part in parts:
        if part.removal != removal:
            removal = part.removal
            out.print(f"Removed on {part.removed_at:%Y-%m-%d at %H:%M} UTC ({removal.name}):")
        what = f"{part.homework or 'marks'}{', with marks' if part.rows else ''}"
        outcome = f"stays in the trash. {part.in_the_way}" if part.in_the_way else "restored"
        out.print(escape(f"  {what}: {outcome}"))
    if not parts:
        out.print(escape(f"{student} is restored. There was nothing but the name."))
    if left := [part for part in parts if part.in_the_way and part.homework]:
        out.print(
            escape(
                f"To have what stays instead of what the class has: autograder forget {student}, "
                f"then autograder forget {student} --undo --from {left[0].removal.name}"
            )
        )


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

    Submissions, marks, feedback, journal, extensions and what is in the trash move along. The old
    id stays known, in CLASS_DIR/renamed.csv: class lists and downloads may go on using it, and
    exercises drawn for it remain the student's own. `collect --roster` renames by itself if the new
    class list has the same number or e-mail address for both ids.

    Exit code: 0 if it is done; 1 if both ids have handed in the same homework; 2 if nobody has the
    old id.
    """
    from autograder.afterwards.rename import rename
    from autograder.people.roster import Roster
    from autograder.people.student import is_safe_id

    classroom = existing_class(class_dir, database)
    known_to_class(classroom, old)
    if not is_safe_id(new) or new == old:
        raise typer.BadParameter(
            "It must be new, and fit to name a folder: letters, digits and . _ @ + -"
        )
    with refusing(1):
        homeworks = rename(classroom, old, new)
    out.print(escape(f"{old} is now {new}, with {', '.join(homeworks) or 'no homework'}."))
    with refusing(1):
        in_file = _ids_in(classroom.roster)
        listed = [student.id for student in Roster.of(classroom).students]
    if listed and new not in listed:
        complain(f"{new} is not in roster.csv.{did_you_mean(classroom, new, listed)}")
    elif new not in in_file and listed:
        out.print(
            escape(
                f"roster.csv may go on saying {old}, and so may lists and downloads that you "
                f"collect: it is known there as a former id of {new}."
            )
        )


def _ids_in(roster: Path) -> list[str]:
    from autograder.people.roster import Roster

    return [student.id for student in Roster.read(roster).students] if roster.exists() else []
