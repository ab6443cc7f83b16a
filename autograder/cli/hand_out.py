"""The commands that make what students get: release and publish."""

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.markup import escape

from autograder.base.failure import Failure
from autograder.base.paths import homeworks, short
from autograder.base.sentences import and_extra
from autograder.cli.console import finish, out, say
from autograder.cli.options import app, known_homework
from autograder.cli.progress import telling
from autograder.notebook.release_choices import AIChoice, ReleaseChoices, kept_choices

if TYPE_CHECKING:
    from autograder.hand_out.publish import PublishTask
    from autograder.hand_out.published_folder import FolderChanges


def _known(named: list[str] | None) -> list[str]:
    """The named homeworks, each once; all if none is named."""
    return [*dict.fromkeys(map(known_homework, named or homeworks()))]


Homeworks = Annotated[
    list[str],
    typer.Argument(metavar="HOMEWORK", help="Only these. Default: all.", callback=_known),
]
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
        help="Where notebooks install `course` from if it is missing: a URL that pip accepts, "
        "such as git+https://..., or copy for the copy they carry. Default: the repository, "
        "or else the copy.",
    ),
]
Variants = Annotated[
    bool | None,
    typer.Option(
        "--variants/--no-variants",
        help="Give each student their own version of some exercises by hand, depending on an id "
        "typed into the set-up cell. Default: no. See docs/individual-exercises.md.",
    ),
]
ColabAI = Annotated[
    AIChoice | None,
    typer.Option(
        "--ai",
        help="What notebooks say to Colab's AI: off hides it, tutor instructs it to ask questions "
        "instead of giving answers, open says nothing. Default: open. A homework's own text can "
        "override this. See docs/ai.md.",
    ),
]
Folder = Annotated[
    Path,
    typer.Argument(
        metavar="FOLDER",
        help="The folder to write. It must be new, empty, a clone of an empty repository, or "
        "written by this command before.",
    ),
]
AsZip = Annotated[bool, typer.Option("--zip", help="Also write FOLDER.zip beside the folder.")]
NotebookForEach = Annotated[
    Path | None,
    typer.Option(
        "--roster",
        metavar="CSV",
        help="The class list. Turns on --variants, and writes a notebook with the id filled in "
        "for each student, to FOLDER-each beside the folder.",
    ),
]
AsSite = Annotated[
    bool,
    typer.Option(
        "--site",
        help="Make a static website instead: the homeworks to read and download, the lectures "
        "with working players, the syllabus.",
    ),
]
Overwrite = Annotated[
    bool, typer.Option("--overwrite", help="Replace files that this command did not write.")
]


@app.command("release")
def release_command(
    wanted: Homeworks = [],
    repository: Repository = None,
    branch: Branch = None,
    install_from: InstallFrom = None,
    ai: ColabAI = None,
    variants: Variants = None,
) -> None:
    """Make the students' notebooks from the texts in solutions/.

    A homework is refused, with the reasons, if its solution does not earn every point, if the
    untouched notebook earns any, if it contains text of the solution, or if a part of a solution
    cell has no markers. Takes about 15 seconds per homework.

    Each notebook works on its own, for example in Google Colab: its set-up cell installs the
    package `course`. With --repository it also has an "Open in Colab" badge. The values of
    --repository, --branch, --from, --ai and --variants are kept for later releases, unless a
    homework is refused with them: then all notebooks stay as they were.
    """
    from autograder.hand_out.release import kept_if_done

    before, now = _choices(
        repository=repository, branch=branch, install_from=install_from, ai=ai, variants=variants
    )
    if now != before and wanted != homeworks():
        say("These options are for all homeworks, so all are released.")
        wanted = homeworks()
    with kept_if_done(now, wanted):
        are_released = [_release_one(homework) for homework in wanted]
        if now != before and not all(are_released):
            raise Failure("So the options are not kept, and all notebooks are as they were.")
        if not any(are_released):  # so no notebook carries the new hints, and they are not kept
            raise Failure("Nothing is released.")
    _tell_variants(before, now)
    finish(is_well=all(are_released))


def _release_one(homework: str) -> bool:
    """Releases a homework, and says what came of it; returns whether it was not refused."""
    from autograder.hand_out.release import release

    try:
        outcome = release(homework)
    except Failure as refusal:
        out.print(f"[red]{escape(str(refusal))}[/]")
        return False
    state = "released" if outcome.is_changed else "unchanged"
    points = f"{outcome.points:g} points{and_extra(outcome.extra)}"
    say(f"{homework}: {state}, {points}. {short(outcome.notebook)}")
    return True


@app.command("publish")
def publish_command(
    folder: Folder,
    wanted: Homeworks = [],
    repository: Repository = None,
    branch: Branch = None,
    install_from: InstallFrom = None,
    ai: ColabAI = None,
    variants: Variants = None,
    as_zip: AsZip = False,
    roster: NotebookForEach = None,
    as_site: AsSite = False,
    overwrite: Overwrite = False,
) -> None:
    """Write a folder for students: notebooks, lectures, package, README.

    The folder contains nothing of the solutions or the grader, so you can push it as a public
    repository or hand it out as a zip. Publishing to the same folder again updates it and removes
    what is gone; .git stays.

    Notebooks in notebooks/ that are out of date, perhaps because of these options, are released
    first, as by `release`; with --site, they are named instead, and nothing is written.

        autograder publish students --repository https://github.com/OWNER/NAME

        autograder publish --site site
    """
    from autograder.hand_out.publish import PublishTask, publish_course
    from autograder.people.roster import Roster

    if roster and variants is False:
        raise typer.BadParameter("It needs individual exercises.", param_hint="--roster")
    variants = True if roster else variants
    before, now = _choices(
        repository=repository, branch=branch, install_from=install_from, ai=ai, variants=variants
    )
    try:
        students = Roster.read(roster) if roster else None
        task = PublishTask(
            folder,
            wanted,
            now,
            students=students,
            as_site=as_site,
            as_zip=as_zip,
            overwrite=overwrite,
        )
        changes = publish_course(task, telling, lambda name: say(f"{name}: released"))
    except Failure as reason:
        raise reason.after("Nothing is published.") from None
    _tell_variants(before, now)
    _tell_published(task, changes, roster)
    if as_zip:
        _write_zip(folder, changes[folder].files)


def _choices(**changes: str | bool | None) -> tuple[ReleaseChoices, ReleaseChoices]:
    """The choices of the last release, and the choices with these changes. Raises BadChoice if one
    cannot work."""
    before = kept_choices()
    return before, before.changed(**changes)


def _tell_variants(before: ReleaseChoices, now: ReleaseChoices) -> None:
    if now.variants != before.variants:
        state, back = ("on", "--no-variants") if now.variants else ("off", "--variants")
        say(f"Individual exercises are {state} for all homeworks of this clone, until {back}.")


def _tell_published(
    task: "PublishTask", changes: "dict[Path, FolderChanges]", roster: Path | None
) -> None:
    """Prints how much was written and removed."""
    main = changes[task.folder]
    say(
        f"{short(task.folder.resolve())}: {len(main.written)} files written, "
        f"{len(main.removed)} removed, {len(main.unchanged)} as they were."
    )
    if task.students is not None and roster:
        count, heading = len(changes[task.individual_folder].files), task.students.heading_of_ids
        say(
            f"{short(task.individual_folder)}: {count} notebooks for {len(task.students.by_id)} "
            f"students. Their ids are those under {heading!r} in {roster.name}."
        )


def _write_zip(folder: Path, names: Iterable[str]) -> None:
    """Writes the files of a folder that have these names to a zip beside it."""
    from autograder.hand_out.published_folder import write_published_zip, zip_beside

    path = zip_beside(folder)
    write_published_zip({name: (folder / name).read_bytes() for name in names}, path)
    say(f"{short(path)}: {path.stat().st_size / 1000:.0f} kB")
