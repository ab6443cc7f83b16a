"""The commands that make what students get: release, publish, and the key afterwards."""

import shlex
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.markup import escape

from autograder.base.failure import Failure
from autograder.base.files import write_whole
from autograder.base.paths import CHOICES, homeworks, released, short
from autograder.cli.progress import telling
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
from autograder.notebook.choices import AIChoice, BadChoice, ReleaseChoices, chosen

if TYPE_CHECKING:
    from autograder.hand_out.publish import Published

MAX_LISTED_FILES = 10  # of files; more are not listed

Repository = Annotated[
    str | None,
    typer.Option(
        "--repository",
        metavar="URL",
        help='The students\' repository, https://github.com/OWNER/NAME; "" for none.',
    ),
]
Branch = Annotated[
    str | None, typer.Option("--branch", help="The branch of that repository. Default: main.")
]
InstallFrom = Annotated[
    str | None,
    typer.Option(
        "--from",
        metavar="URL|copy",
        help="Where notebooks install `course` from if it is missing: anything that pip accepts, "
        "such as git+https://..., or copy for the copy they carry. Default: the repository, "
        "or else the copy.",
    ),
]
Variants = Annotated[
    bool | None,
    typer.Option(
        "--variants/--no-variants",
        help="Give each student their own version of some exercises by hand, depending on an id "
        "typed into the set-up cell. Default: no. See docs/instructors.md.",
    ),
]
_AI = Annotated[
    AIChoice | None,
    typer.Option(
        "--ai",
        help="What notebooks say to Colab's AI: off hides it, tutor instructs it to ask questions "
        "instead of giving answers, open says nothing. Default: open. A homework's own text can "
        "override this. See docs/ai.md.",
    ),
]


@app.command("release")
def release_command(
    assignments: Annotated[
        list[str] | None,
        typer.Argument(metavar="ASSIGNMENT", help="Homeworks to release. Default: all."),
    ] = None,
    repository: Repository = None,
    branch: Branch = None,
    install_from: InstallFrom = None,
    ai: _AI = None,
    variants: Variants = None,
) -> None:
    """Make the students' notebooks from the texts in solutions/.

    A homework is refused, with the reasons, if its solution does not earn every point, if the blank
    notebook earns any, if the notebook contains text of the solution, or if a part of a solution
    cell has no markers. Takes about 15 seconds per homework.

    Each notebook works on its own, for example in Google Colab: its set-up cell installs the
    package `course`. With --repository it also has an "Open in Colab" badge. What --repository,
    --branch, --from, --ai and --variants say is remembered for later releases.

    Exit code: 0 if all are released; 1 if some are refused; 2 if the command is wrong.
    """
    from autograder.authoring.hint_texts import write_hints
    from autograder.hand_out.release import ReleaseRefused, release
    from autograder.notebook.source import BadSource

    for assignment in assignments or []:
        known_homework(assignment)
    links = {"repository": repository, "branch": branch, "install_from": install_from}
    if _remember_choices(**links, ai=ai, variants=variants) and assignments:
        out.print("These options are remembered for all homeworks, so all are released.")
        assignments = None
    wanted, refused = assignments or homeworks(), False
    with refusing(1, BadSource):
        write_hints(wanted)  # all notebooks carry them
    for assignment in wanted:
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
        Path,
        typer.Argument(
            metavar="FOLDER",
            help="The folder to write. It must be new, empty, a clone of an empty repository, or "
            "written by this command before.",
        ),
    ],
    assignments: Annotated[
        list[str] | None,
        typer.Argument(metavar="ASSIGNMENT", help="Homeworks to publish. Default: all."),
    ] = None,
    repository: Repository = None,
    branch: Branch = None,
    install_from: InstallFrom = None,
    ai: _AI = None,
    variants: Variants = None,
    as_zip: Annotated[
        bool, typer.Option("--zip", help="Also write FOLDER.zip beside the folder.")
    ] = False,
    roster: Annotated[
        Path | None,
        typer.Option(
            "--roster",
            metavar="CSV",
            help="The class list. Turns on --variants, and writes a notebook with the id filled in "
            "for each student, to FOLDER-each beside the folder.",
        ),
    ] = None,
    as_site: Annotated[
        bool,
        typer.Option(
            "--site",
            help="Make a static website instead: the homeworks to read and download, the lectures "
            "with working players, the syllabus.",
        ),
    ] = False,
    overwrite: Annotated[
        bool,
        typer.Option(
            "--overwrite",
            help="Replace files that this command did not write, or wrote for something else, such "
            "as a site, or students with other ids.",
        ),
    ] = False,
) -> None:
    """Write a folder for students: notebooks, lectures, package, README.

    The folder contains nothing of the solutions or the grader, so you can push it as a public
    repository or hand it out as a zip. Notebooks that are out of date are released first; with
    --site, they are named instead, and nothing is written. Publishing to the same folder again
    updates it and removes what is gone; .git stays. If most of what is there would go, nothing is
    written without --overwrite.

        autograder publish students --repository https://github.com/OWNER/NAME

        autograder publish --site site

    Exit code: 0 if it is done; 1, with the reason, if nothing was published; 2 if the command is
    wrong.
    """
    from autograder.hand_out.public_files import one_for_each
    from autograder.hand_out.publish import archive, publish, refuse_foreign, refuse_loss
    from autograder.people.roster import Roster

    wanted = [known_homework(each) for each in assignments or homeworks()]
    links = {"repository": repository, "branch": branch, "install_from": install_from}
    given = links | {"ai": ai, "variants": True if roster else variants}
    beside = folder.resolve()
    for_each = beside.with_name(f"{beside.name}-each")
    try:
        for each in [folder, for_each] if roster else [folder]:
            refuse_foreign(each, overwrite=overwrite)
        students = Roster.read(roster) if roster else Roster()
        with _choices_if_done(wanted, **given):
            _bring_up_to_date(wanted, as_site, given)
            contents = {folder: _public_files(wanted, as_site)}
            if roster:
                contents[for_each] = one_for_each((each.id for each in students.students), wanted)
            for each, files in contents.items():
                refuse_loss(each, files, overwrite=overwrite)
            done = {
                each: publish(each, files, overwrite=overwrite) for each, files in contents.items()
            }
    except Failure as refusal:
        errors.print(f"[red]Nothing is published.[/] {escape(str(refusal))}")
        raise typer.Exit(1) from None
    _list_files(folder, done[folder])
    if roster:
        out.print(
            escape(
                f"{short(for_each)}: {len(contents[for_each])} notebooks for {len(students)} "
                f"students. Their ids are those under {students.heading_of_ids!r} in {roster.name}."
            )
        )
    if as_zip:
        path = beside.with_name(f"{beside.name}.zip")
        archive(contents[folder], path)
        out.print(f"{short(path)}: {path.stat().st_size / 1000:.0f} kB")


def _public_files(assignments: list[str], as_site: bool) -> dict[str, bytes]:
    """What goes into the folder, by path."""
    from autograder.hand_out.public_files import students_half
    from autograder.reports.site import site

    if not as_site:
        return students_half(assignments)
    with telling("Running the lectures, which takes a minute or two ..."):
        return site(assignments)


def _bring_up_to_date(
    assignments: list[str], as_site: bool, given: dict[str, str | bool | None]
) -> None:
    """Releases the homeworks that are out of date.

    Args:
        given: the choices of this command, as for `_chosen_now`.

    Raises:
        Failure: a site is made of existing notebooks, and one of them is out of date.
    """
    from autograder.authoring.hint_texts import write_hints
    from autograder.hand_out.release import has_other_variants, is_fresh, release

    if not as_site:
        write_hints(assignments)
    with telling("Checking which notebooks are out of date ..."):
        outdated = [each for each in assignments if not is_fresh(each)]
    if as_site and outdated:
        names, why = " ".join([*outdated, *_as_options(given)]), ""
        switched = [each for each in outdated if has_other_variants(each)]
        if switched and given["variants"] is None:
            option = "--variants" if chosen().variants else "--no-variants"
            why = (
                f" {option} has been chosen for all homeworks of this clone since "
                f"{', '.join(switched)} {'were' if len(switched) > 1 else 'was'} released."
            )
        raise Failure(f"Notebooks are out of date. First: autograder release {names}.{why}")
    for assignment in outdated:
        with telling(f"Releasing {assignment} ..."):
            release(assignment)
        out.print(f"{assignment}: released")


def _as_options(given: dict[str, str | bool | None]) -> list[str]:
    """Choices as the options that one types for them."""
    options = []
    for name, value in given.items():
        if name == "variants" and value is not None:
            options.append("--variants" if value else "--no-variants")
        elif value is not None:
            options += ["--from" if name == "install_from" else f"--{name}", shlex.quote(value)]
    return options


def _list_files(folder: Path, done: "Published") -> None:
    """Prints what was written and removed, by name if that is not too much."""
    names = [*done.written, *(f"{gone} (removed)" for gone in done.removed)]
    for name in names if len(names) <= MAX_LISTED_FILES else ():
        out.print(f"  {escape(name)}", highlight=False)
    out.print(
        f"{short(folder.resolve())}: {len(done.written)} files written, {len(done.removed)} "
        f"removed, {len(done.unchanged)} as they were."
    )


@app.command("key")
def key_command(
    assignment: Assignment,
    to: Annotated[
        Path | None,
        typer.Option("--to", help="The notebook to write. Default: ASSIGNMENT-key.ipynb."),
    ] = None,
    force: Annotated[
        bool,
        typer.Option(
            "--force", help="Make it even before the due date, and replace a file that exists."
        ),
    ] = False,
    class_dir: ClassDir = None,
    database: Database = None,
) -> None:
    """Make the solved notebook, to hand out after the deadline.

    It contains worked derivations. The command refuses while somebody in the class may still hand
    in, according to policy.toml and extensions.csv, or else to the due date in the gradebook.

    Exit code: 0 if it is made; 1, with the reason, if not; 2 if the command is wrong.
    """
    from datetime import UTC, datetime

    import nbformat

    from autograder.base.paths import Classroom
    from autograder.hand_out.key import answer_key, refuse_before_due_date

    path = to or Path(f"{assignment}-key.ipynb")
    with refusing(1):
        if not force:
            refuse_before_due_date(
                assignment, Classroom.chosen(class_dir, database), datetime.now(UTC)
            )
            if path.exists():
                raise Failure(
                    f"{short(path.resolve())} already exists. To overwrite it, add --force."
                )
        notebook = answer_key(assignment)
    nbformat.write(notebook, path)
    out.print(f"{short(path.resolve())}: the solved {assignment}. Hand it out after the deadline.")


def _remember_choices(**given: str | bool | None) -> bool:
    """Keeps the given choices for later releases; returns whether they have changed."""
    before, now = _chosen_now(**given)
    now.save()
    _tell_variants(before, now)
    return now != before


@contextmanager
def _choices_if_done(assignments: list[str], **given: str | bool | None) -> Iterator[None]:
    """Applies the given choices in the block, and keeps them for later releases. If the block
    fails, the choices are what they were, and so are the notebooks released with them."""
    before, now = _chosen_now(**given)
    if now == before:
        yield
        return
    paths = [CHOICES, *map(released, assignments)]
    files = {path: path.read_bytes() if path.exists() else None for path in paths}
    now.save()
    try:
        yield
    except BaseException:
        for path, data in files.items():
            path.unlink(missing_ok=True) if data is None else write_whole(path, data)
        raise
    _tell_variants(before, now)


def _chosen_now(**given: str | bool | None) -> tuple[ReleaseChoices, ReleaseChoices]:
    """The choices of the last release, and the same with the given ones; ends the command if one
    cannot work."""
    with refusing(2, BadChoice):
        before = chosen()
        return before, before.changed(**given)


def _tell_variants(before: ReleaseChoices, now: ReleaseChoices) -> None:
    if now.variants != before.variants:
        state, back = ("on", "--no-variants") if now.variants else ("off", "--variants")
        out.print(
            f"Individual exercises are {state} for all homeworks of this clone, until {back}."
        )
