"""The commands that make what students get: release, publish, and the key afterwards."""

from pathlib import Path
from typing import Annotated

import typer
from rich.markup import escape

from autograder.base.paths import homeworks, short
from autograder.cli.shared import (
    Assignment,
    ClassDir,
    Database,
    app,
    errors,
    known_homework,
    out,
    refusing,
)
from autograder.notebook.choices import AIChoice

MOST_NAMES = 10  # of files; if there are more, none is listed

Repository = Annotated[
    str | None,
    typer.Option(
        "--repository",
        metavar="URL",
        help='The students\' repository, https://github.com/OWNER/NAME. "" forgets it.',
    ),
]
Branch = Annotated[str | None, typer.Option("--branch", help="Of that repository. At first: main.")]
InstallFrom = Annotated[
    str | None,
    typer.Option(
        "--from",
        metavar="URL|copy",
        help="What notebooks install `course` from where it is missing: anything that pip takes, "
        "such as git+https://..., or copy for the copy they carry. At first: the repository, or "
        "the copy if there is none.",
    ),
]
Variants = Annotated[
    bool | None,
    typer.Option(
        "--variants/--no-variants",
        help="Whether everybody gets exercises by hand of their own, by an id that is typed into "
        "the set-up cell. At first: no. docs/instructors.md tells what that does.",
    ),
]
AI = Annotated[
    AIChoice | None,
    typer.Option(
        "--ai",
        help="What notebooks say to the AI in Colab: off hides it, tutor gives it instructions to "
        "ask and not to tell, open says nothing. At first: open. A homework's own text can say "
        "otherwise, for itself. docs/ai.md tells what this does and does not do.",
    ),
]


@app.command("release")
def release_command(
    assignments: Annotated[
        list[str] | None, typer.Argument(help="Homeworks to release; all by default.")
    ] = None,
    repository: Repository = None,
    branch: Branch = None,
    install_from: InstallFrom = None,
    ai: AI = None,
    variants: Variants = None,
) -> None:
    """Make the students' notebooks from solutions/, if every one is fit to be released.

    A homework is refused, with the reasons, if its solution does not earn every point, if the blank
    notebook earns any, or if solution text can be read in it. Takes about 15 seconds a homework.

    Each notebook can be opened alone, in Google Colab for example: its set-up cell brings the
    package `course` along. With --repository it also has a badge "Open in Colab". Later releases
    remember what --repository, --branch, --from, --ai and --variants say.
    """
    from autograder.hand_out.release import ReleaseRefused, release
    from autograder.notebook.source import BadSource

    for assignment in assignments or []:
        known_homework(assignment)
    links = {"repository": repository, "branch": branch, "install_from": install_from}
    if _remember_choices(**links, ai=ai, variants=variants) and assignments:
        out.print("What is remembered is for all homeworks, so all are released.")
        assignments = None
    refused = False
    for assignment in assignments or homeworks():
        try:
            made = release(assignment)
        except (ReleaseRefused, BadSource) as refusal:
            out.print(f"[red]{escape(str(refusal))}[/]")
            refused = True
            continue
        extra = f" and {made.extra:g} extra" if made.extra else ""
        state = "released" if made.changed else "unchanged"
        out.print(f"{assignment}: {state}, {made.points:g} points{extra}. {short(made.notebook)}")
    raise typer.Exit(1 if refused else 0)


@app.command("publish")
def publish_command(
    folder: Annotated[
        Path, typer.Argument(help="New, empty, a clone of an empty repository, or published to.")
    ],
    assignments: Annotated[
        list[str] | None, typer.Argument(help="Homeworks to publish; all by default.")
    ] = None,
    repository: Repository = None,
    branch: Branch = None,
    install_from: InstallFrom = None,
    ai: AI = None,
    variants: Variants = None,
    as_zip: Annotated[
        bool, typer.Option("--zip", help="Write FOLDER.zip beside the folder, too.")
    ] = False,
    roster: Annotated[
        Path | None,
        typer.Option(
            "--roster",
            metavar="CSV",
            help="The class list. Turns --variants on, and writes into FOLDER-each, beside the "
            "folder, a notebook for each student, with the id in it.",
        ),
    ] = None,
    as_site: Annotated[
        bool,
        typer.Option(
            "--site",
            help="Make a site to look at instead: static pages with the lectures' players alive, "
            "the homeworks to read and to take, the syllabus.",
        ),
    ] = False,
    overwrite: Annotated[
        bool, typer.Option("--overwrite", help="Replace files that somebody else wrote.")
    ] = False,
) -> None:
    """Put the students' half into a folder: notebooks, lectures, the package course, a README.

    Nothing of the solutions or the grader is in it, so it can be pushed as a public repository, or
    handed out as a zip. Notebooks that are out of date are released first; a site is refused then.
    Publishing to the same folder again brings it up to date, and removes what is gone; .git stays.

        autograder publish students --repository https://github.com/OWNER/NAME
        autograder publish --site site

    Exits with 1 if nothing was published, with the reason.
    """
    from autograder.classroom.roster import BadRoster, Roster
    from autograder.hand_out.public_files import GivenAway, one_for_each, students_half
    from autograder.hand_out.publish import PublishRefused, archive, publish, refuse_foreign
    from autograder.hand_out.release import ReleaseRefused, is_fresh, release
    from autograder.notebook.source import BadSource
    from autograder.reports.site import site

    wanted = [known_homework(each) for each in assignments or homeworks()]
    for_each = folder.resolve().with_name(f"{folder.resolve().name}-each")
    try:
        refuse_foreign(folder, overwrite=overwrite)
        students = Roster.read(roster).students if roster else []
        if roster:
            refuse_foreign(for_each, overwrite=overwrite)
        links = {"repository": repository, "branch": branch, "install_from": install_from}
        _remember_choices(**links, ai=ai, variants=True if roster else variants)
        outdated = [each for each in wanted if not is_fresh(each)]
        if as_site and outdated:  # a site is made of what there is, and changes none of it
            names = " ".join(outdated)
            raise PublishRefused(f"Notebooks are out of date. First: autograder release {names}")
        for assignment in outdated:
            release(assignment)
            out.print(f"{assignment}: released")
        files = site(wanted) if as_site else students_half(wanted)
        done = publish(folder, files, overwrite=overwrite)
        if roster:
            own = one_for_each((student.id for student in students), wanted)
            publish(for_each, own, overwrite=overwrite)
    except (BadRoster, BadSource, ReleaseRefused, GivenAway, PublishRefused) as refusal:
        errors.print(f"[red]Nothing is published.[/] {escape(str(refusal))}")
        raise typer.Exit(1) from None
    names = [*done.written, *(f"{gone} (removed)" for gone in done.removed)]
    for name in names if len(names) <= MOST_NAMES else ():
        out.print(f"  {escape(name)}", highlight=False)
    out.print(
        f"{short(folder.resolve())}: {len(done.written)} files written, {len(done.removed)} "
        f"removed, {len(done.unchanged)} as they were."
    )
    if roster:
        out.print(f"{short(for_each)}: {len(own)} notebooks for {len(students)} students.")
    if as_zip:
        path = folder.resolve().with_name(f"{folder.resolve().name}.zip")
        archive(files, path)
        out.print(f"{short(path)}: {path.stat().st_size / 1000:.0f} kB")


@app.command("key")
def key_command(
    assignment: Assignment,
    to: Annotated[
        Path | None,
        typer.Option("--to", help="The notebook to write. At first: HOMEWORK-key.ipynb."),
    ] = None,
    force: Annotated[
        bool, typer.Option("--force", help="Also before the due date, and over another file.")
    ] = False,
    class_dir: ClassDir = None,
    database: Database = None,
) -> None:
    """Make the solved notebook with worked derivations, to hand out after the deadline.

    Refused as long as somebody in the class may still hand in: by policy.toml and extensions.csv,
    or else by the due date in the gradebook.
    """
    from datetime import UTC, datetime

    import nbformat

    from autograder.base.paths import Classroom
    from autograder.hand_out.key import KeyRefused, key, refuse_before_due_date
    from autograder.notebook.source import BadSource

    path = to or Path(f"{assignment}-key.ipynb")
    with refusing(1, BadSource, KeyRefused):
        if not force:
            refuse_before_due_date(
                assignment, Classroom.chosen(class_dir, database), datetime.now(UTC)
            )
            if path.exists():
                raise KeyRefused(
                    f"{short(path.resolve())} is there already. --force overwrites it."
                )
        notebook = key(assignment)
    nbformat.write(notebook, path)
    out.print(f"{short(path.resolve())}: the solved {assignment}. Hand it out after the deadline.")


def _remember_choices(**given: str | bool | None) -> bool:
    """Keeps what is given for later releases; whether that changes them."""
    from autograder.notebook.choices import BadChoice, chosen

    with refusing(2, BadChoice):
        before = chosen()
        choices = before.changed(**given)
    choices.save()
    return choices != before
