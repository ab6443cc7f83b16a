"""The command `autograder`: release, collect, grade and report homeworks.

Each command imports what it needs itself, so that none waits for PyTorch or nbgrader in vain.
"""

from autograder import quick  # noqa: F401, I001  first
import contextlib
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer
from rich.console import Console
from rich.markup import escape
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    Task,
    TextColumn,
    TimeRemainingColumn,
)
from rich.text import Text

from autograder.house import ROOT, Class, homeworks, released

if TYPE_CHECKING:
    from autograder.grade import Outcome

app = typer.Typer(
    help="Release, collect, grade and report the homeworks of Backpropagation by Hand.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
)
out = Console()
errors = Console(stderr=True)

ClassDir = Annotated[
    Path | None,
    typer.Option(
        "--class-dir", envvar="CLASS_DIR", help="Folder of the class. Default: class/ in the house."
    ),
]
Database = Annotated[
    str | None,
    typer.Option(
        "--db-url",
        envvar="GRADEBOOK_URL",
        help="Database of the marks, such as postgresql+psycopg://me@host/marks. Default: SQLite.",
    ),
]
Students = Annotated[
    list[str] | None, typer.Option("--student", help="Only this student; can be repeated.")
]
System = Literal["canvas", "moodle", "csv", "gradescope"]
Assignment = Annotated[str, typer.Argument(help="A homework, for example hw1-cosh.")]
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


@app.command("release")
def release_command(
    assignments: Annotated[
        list[str] | None, typer.Argument(help="Homeworks to release; all by default.")
    ] = None,
    repository: Repository = None,
    branch: Branch = None,
    install_from: InstallFrom = None,
) -> None:
    """Make the students' notebooks from solutions/, if every one is fit to be released.

    A homework is refused, with the reasons, if its solution does not earn every point, if the blank
    notebook earns any, or if solution text can be read in it. Takes about 15 seconds a homework.

    Each notebook can be opened alone, in Google Colab for example: its set-up cell brings the
    package `course` along. With --repository it also has a badge "Open in Colab". Later releases
    remember what --repository, --branch and --from say.
    """
    from autograder.release import ReleaseRefused, release
    from autograder.source import BadSource

    _known(assignments or homeworks())
    if _remember_links(repository, branch, install_from) and assignments:
        out.print("The links are for all homeworks, so all are released.")
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
        out.print(f"{assignment}: {state}, {made.points:g} points{extra}. {_short(made.notebook)}")
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
    as_zip: Annotated[
        bool, typer.Option("--zip", help="Write FOLDER.zip beside the folder, too.")
    ] = False,
    overwrite: Annotated[
        bool, typer.Option("--overwrite", help="Replace files that somebody else wrote.")
    ] = False,
) -> None:
    """Put the students' half into a folder: notebooks, lectures, the package course, a README.

    Nothing of the solutions or the grader is in it, so it can be pushed as a public repository, or
    handed out as a zip. Notebooks that are out of date are released first. Publishing to the same
    folder again brings it up to date, and removes what is gone; .git stays.

        autograder publish students --repository https://github.com/OWNER/NAME

    Exits with 1 if nothing was published, with the reason.
    """
    from autograder.publish import PublishRefused, archive, publish, refuse_foreign
    from autograder.release import ReleaseRefused, is_fresh, release
    from autograder.source import BadSource
    from autograder.students_half import GivenAway, students_half

    wanted = _known(assignments or homeworks())
    try:
        refuse_foreign(folder, overwrite=overwrite)
        _remember_links(repository, branch, install_from)
        for assignment in wanted:
            if not is_fresh(assignment):
                release(assignment)
                out.print(f"{assignment}: released")
        files = students_half(wanted)
        done = publish(folder, files, overwrite=overwrite)
    except (BadSource, ReleaseRefused, GivenAway, PublishRefused) as refusal:
        errors.print(f"[red]Nothing is published.[/] {escape(str(refusal))}")
        raise typer.Exit(1) from None
    for name in [*done.written, *(f"{gone} (removed)" for gone in done.removed)]:
        out.print(f"  {escape(name)}", highlight=False)
    out.print(
        f"{_short(folder.resolve())}: {len(done.written)} files written, {len(done.removed)} "
        f"removed, {len(done.unchanged)} as they were."
    )
    if as_zip:
        path = folder.resolve().with_name(f"{folder.resolve().name}.zip")
        archive(files, path)
        out.print(f"{_short(path)}: {path.stat().st_size / 1000:.0f} kB")


@app.command("collect")
def collect_command(
    source: Annotated[
        Path, typer.Argument(metavar="ARCHIVE_OR_FOLDER", help="The download, a zip or a folder.")
    ],
    assignment: Assignment,
    class_dir: ClassDir = None,
    system: Annotated[
        str | None,
        typer.Option(
            "--from", help="canvas, moodle, blackboard, gradescope or folder. Found out by default."
        ),
    ] = None,
    roster: Annotated[
        Path | None,
        typer.Option(
            help="The class list, a CSV as these systems export it: it tells names and ids. It is "
            "kept as CLASS_DIR/roster.csv, which is used from then on."
        ),
    ] = None,
    only_roster: Annotated[
        bool, typer.Option("--only-roster", help="Take nothing of people not in the class list.")
    ] = False,
    due: Annotated[
        str | None,
        typer.Option(help="When it was due, such as 2026-01-30T23:59, to tell who is late."),
    ] = None,
    timezone: Annotated[
        str | None,
        typer.Option(
            help="Of times that name none, such as Europe/Berlin. This machine's by default."
        ),
    ] = None,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Say what would happen, and write nothing.")
    ] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print what happened as JSON, and nothing else.")
    ] = False,
) -> None:
    """Put a bulk download of a learning management system where grading finds it.

    Canvas calls it Download Submissions, Moodle Download all submissions, Blackboard Assignment
    File Download, Gradescope Export Submissions. A folder or zip of your own has student.ipynb,
    student/any.ipynb or student/ASSIGNMENT/any.ipynb.

    The newest notebook of each student goes to CLASS_DIR/submitted/STUDENT/ASSIGNMENT/; all that
    were ever handed in are kept in CLASS_DIR/collected/. Collecting again takes what is new, and
    leaves alone what you have changed by hand. Times that the system tells go to nbgrader's
    timestamp.txt, which its late policy reads; it takes the due date from formgrader.

    Exits with 0 if all went well, 1 if something needs a look, 2 if nothing could be collected.
    """
    from autograder.collect import show
    from autograder.collect.archive import BadArchive
    from autograder.collect.collect import Wishes, collect
    from autograder.collect.recognise import LAYOUTS, NotRecognised
    from autograder.collect.times import BadTime, due_time, zone_of
    from autograder.roster import BadRoster

    _known([assignment])
    if system is not None and system not in LAYOUTS:
        errors.print(f"--from takes one of {', '.join(LAYOUTS)}, not {escape(system)}.")
        raise typer.Exit(2)
    try:
        zone = zone_of(timezone)
        wishes = Wishes(only_roster, due_time(due, zone), dry_run)
        of = Class.chosen(class_dir)
        done = collect(
            of, source, assignment, system=system, roster=roster, zone=zone, wishes=wishes
        )
    except (BadArchive, NotRecognised, BadRoster, BadTime) as reason:
        errors.print(f"[red]{escape(str(reason))}[/]")
        raise typer.Exit(2) from None
    if as_json:
        print(show.as_json(done))
    else:
        out.print(show.table(done, assignment))
        out.print(
            "Nothing was written: this was a dry run."
            if dry_run
            else f"Next: autograder grade {assignment}"
        )
    raise typer.Exit(1 if any(row.attention for row in done.rows) else 0)


@app.command("grade")
def grade_command(
    assignment: Assignment,
    class_dir: ClassDir = None,
    database: Database = None,
    student: Students = None,
    force: Annotated[bool, typer.Option("--force", help="Grade again what is graded.")] = False,
    workers: Annotated[
        int | None,
        typer.Option(help="Processes on this machine; by default one for two cores. 0: none."),
    ] = None,
    scheduler: Annotated[
        str | None,
        typer.Option(help="A Dask scheduler, for example tcp://10.0.0.1:8786, to use its workers."),
    ] = None,
    unsafe: Annotated[
        bool,
        typer.Option(
            "--unsafe-no-sandbox",
            help="Run students' code with all that you yourself may do. Only where you trust it.",
        ),
    ] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print what happened as JSON, and nothing else.")
    ] = False,
) -> None:
    """Grade the submissions of a homework, many at once, each in a sandbox.

    Submissions are expected in CLASS_DIR/submitted/STUDENT/ASSIGNMENT/ASSIGNMENT.ipynb, where
    nbgrader puts them; renamed and damaged ones are found and mended. It can be interrupted at any
    moment and started again: only what is new or has changed is graded.

    Exits with 0 if all are graded, 1 if some could not be (the others are), 2 if the command is
    wrong, 3 if nothing could be graded here: no sandbox, no cluster.
    """
    of = Class.chosen(class_dir, database)
    _known([assignment])
    if not of.students(assignment):
        errors.print(
            f"No submission of {assignment} in {of.folder / 'submitted'}. A submission is a file "
            f"such as {of.submission('STUDENT', assignment)}."
        )
        raise typer.Exit(2)
    from autograder.sandbox.bubblewrap import NoSandbox
    from autograder.sandbox.host import zygote

    if scheduler is None and not unsafe:
        with contextlib.suppress(NoSandbox):  # which grading raises, too
            zygote().begin()  # and is ready when all of the following is imported
    from autograder.cluster import ClusterFailed
    from autograder.grade import as_rows
    from autograder.nbgrader_api import NbgraderFailed
    from autograder.report import report, summary

    options = {"force": force, "workers": workers, "scheduler": scheduler, "unsafe": unsafe}
    try:
        outcomes = _grade_with_progress(of, assignment, student, quiet=as_json, **options)
    except NoSandbox as reason:
        errors.print(
            f"[red]Students' code cannot be locked in here:[/] {escape(str(reason))}\n"
            "If you trust every submission, run again with --unsafe-no-sandbox."
        )
        raise typer.Exit(3) from None
    except (ClusterFailed, NbgraderFailed) as reason:
        errors.print(f"[red]{escape(str(reason))}[/]")
        raise typer.Exit(3) from None
    if as_json:
        print(as_rows(outcomes))
    else:
        out.print(report(of, assignment))
        out.print(summary(outcomes))
    raise typer.Exit(1 if any(outcome.failure for outcome in outcomes) else 0)


@app.command("feedback")
def feedback_command(
    assignment: Assignment,
    class_dir: ClassDir = None,
    database: Database = None,
    student: Students = None,
) -> None:
    """Write a page of feedback for each graded submission of a homework.

    After grading, and after whatever is graded by hand: the pages hold all marks.
    """
    from autograder.nbgrader_api import Nbgrader, NbgraderFailed

    of = Class.chosen(class_dir, database)
    _known([assignment])
    nbgrader = Nbgrader(of)
    graded = [
        s for s in student or of.students(assignment) if of.autograded(s, assignment).exists()
    ]
    failed = False
    with _progress() as bar:
        task = bar.add_task(assignment, total=len(graded), last="")
        for each in graded:
            try:
                nbgrader.feedback(assignment, each)
            except NbgraderFailed as reason:
                bar.print(f"[red]{each}:[/] {escape(str(reason))}")
                failed = True
            bar.update(task, advance=1, last=each)
    out.print(f"{len(graded)} pages in {_short(of.folder / 'feedback')}")
    raise typer.Exit(1 if failed else 0)


@app.command("report")
def report_command(
    assignment: Assignment,
    class_dir: ClassDir = None,
    database: Database = None,
    html: Annotated[
        Path | None,
        typer.Option(
            "--html",
            metavar="FILE",
            help="Where to write the page. Default: CLASS_DIR/reports/ASSIGNMENT.html",
        ),
    ] = None,
    as_json: Annotated[
        bool,
        typer.Option(
            "--json", help="Print the facts as JSON, and nothing else. No page, without --html."
        ),
    ] = False,
) -> None:
    """Print the marks of a homework, and write a page about the class.

    The page shows how marks are distributed, who passed what, which misconceptions the answers look
    like, what someone should look at, who could not be graded and why. It is one file that loads
    nothing. To project it press "Hide names" or the key h, or open it with #hide-names at the end
    of its address. The names are then hidden, not gone: do not pass the file on.

    Exits with 0, or with 1 if nothing of the homework is graded.
    """
    from nbgrader.api import MissingEntry

    from autograder.class_page import as_json as facts_as_json
    from autograder.class_page import page_path, write_page
    from autograder.facts import gather
    from autograder.report import report
    from autograder.roster import BadRoster

    of = Class.chosen(class_dir, database)
    _known([assignment])
    try:
        facts = gather(of, assignment)
    except MissingEntry:
        errors.print(f"Nothing of {assignment} is graded. First: autograder grade {assignment}")
        raise typer.Exit(1) from None
    except BadRoster as reason:
        errors.print(f"[red]{escape(str(reason))}[/]")
        raise typer.Exit(1) from None
    path = html or (None if as_json else page_path(of, assignment))
    if path:
        write_page(facts, of, path)
    if as_json:
        print(facts_as_json(facts))
        return
    if facts.exercises:
        out.print(report(of, assignment))
    out.print(f"\nThe page about the class: {_short(path.resolve())}")


@app.command("export")
def export_command(
    assignment: Assignment,
    to: Annotated[System, typer.Option(help="The system that is to import the marks.")],
    template: Annotated[
        Path | None,
        typer.Option(
            help="The gradebook exported from Canvas, or the grading worksheet from Moodle. Its "
            "column for the homework is filled in; all else stays."
        ),
    ] = None,
    column: Annotated[
        str | None,
        typer.Option(help="The heading of that column, if it is not the homework's name."),
    ] = None,
    comments: Annotated[
        bool,
        typer.Option("--comments", help="Moodle: also write each exercise's points as a comment."),
    ] = False,
    into: Annotated[
        Path | None,
        typer.Option(help="The file. Default: CLASS_DIR/export/ASSIGNMENT-SYSTEM.csv."),
    ] = None,
    class_dir: ClassDir = None,
    database: Database = None,
) -> None:
    """Write the marks of a homework as a file that a learning management system imports.

    Best with --template, so that names and ids are the system's own. Without it the file is made
    from CLASS_DIR/roster.csv. Who has no mark gets none: their cells stay as they are, and
    the reasons are listed. csv holds everything, for people and spreadsheets.

    Exits with 0 if the file can be imported as it is, 1 if something should be looked at (the file
    is written), 2 if the command is wrong or there are no marks.
    """
    from nbgrader.api import MissingEntry

    from autograder.export.formats import FORMATS, Task
    from autograder.export.sheet import BadSheet, Sheet
    from autograder.export.told import needs_attention, told
    from autograder.grade import write_whole
    from autograder.marks import class_marks
    from autograder.nbgrader_api import Nbgrader
    from autograder.roster import BadRoster

    of = Class.chosen(class_dir, database)
    _known([assignment])
    into = into or of.folder / "export" / f"{assignment}-{to}.csv"
    if template and to not in ("canvas", "moodle"):
        raise typer.BadParameter(f"{to} has no templates.", param_hint="--template")
    if template and into.resolve() == template.resolve():
        raise typer.BadParameter("This is the template itself.", param_hint="--into")
    try:
        points = Nbgrader(of).max_marks(assignment)
        sheet = Sheet.read(template) if template else None
        task = Task(assignment, points, class_marks(of, assignment), sheet, column, comments)
        made = FORMATS[to](task)
    except MissingEntry:
        errors.print(f"Nothing of {assignment} is graded. First: autograder grade {assignment}")
        raise typer.Exit(2) from None
    except (BadSheet, BadRoster) as reason:
        errors.print(f"[red]{escape(str(reason))}[/]")
        raise typer.Exit(2) from None
    write_whole(into, made.sheet.text())
    out.print(told(made, task, _short(into)))
    raise typer.Exit(1 if needs_attention(made, task) else 0)


@app.command("gradescope")
def gradescope_command(
    assignment: Assignment,
    into: Annotated[
        Path | None, typer.Option(help="The zip. Default: ASSIGNMENT-gradescope.zip, here.")
    ] = None,
    sandbox_only: Annotated[
        bool,
        typer.Option(
            "--sandbox-only", help="Grade nothing in a container where bubblewrap does not work."
        ),
    ] = False,
) -> None:
    """Make the zip that grades a homework on Gradescope, as a programming assignment.

    Upload it there under Configure Autograder. It holds the solution and the secret of the random
    draws, so keep it to yourself; the README.md in it says what to set on Gradescope, and what
    protects the solution there.
    """
    from autograder.gradescope.build import build

    _known([assignment])
    if not released(assignment).exists():
        errors.print(f"{assignment} is not released. First: autograder release {assignment}")
        raise typer.Exit(2)
    made = build(
        assignment, into or Path(f"{assignment}-gradescope.zip"), sandbox_only=sandbox_only
    )
    extra = f", and {made.extra:g} extra" if made.extra else ""
    out.print(
        f"{escape(str(made.path))} gives {made.points:g} points{extra}. "
        "Keep it to yourself: the solution is in it. Its README.md says how to use it."
    )


@app.command("bank")
def bank_command() -> None:
    """Run every known mistake and every right answer of the bank through the checks.

    Writes what the checks tell students (course/misconceptions.json, course/hints.json) and the
    kill matrix (docs/kill-matrix.md). Exits with 1 if a mistake survives, a check catches nothing,
    or a right answer is refused. Takes about half a minute.
    """
    from autograder import bank
    from autograder.hints import shipped_hints
    from course import hints, misconceptions

    made = bank.run_bank()
    misconceptions.DATA.write_text(bank.shipped(made), encoding="utf-8")
    hints.DATA.write_text(shipped_hints(), encoding="utf-8")
    bank.KILL_MATRIX.write_text(bank.kill_matrix(made), encoding="utf-8")
    mistakes = len(made.mistakes)
    out.print(f"{mistakes} mistakes: {mistakes - len({m for m, _ in made.survivors})} caught.")
    out.print(f"{len(made.right)} right answers: {len(made.false_alarms)} refused.")
    named = list(made.named_among().values())
    out.print(
        f"Of {len(named)} mistakes in homeworks, {named.count(1)} are named alone, "
        f"{sum(n > 1 for n in named)} with others, {named.count(0)} not."
    )
    problems = [
        *(f"{mistake} survives every check of {hw}." for mistake, hw in made.survivors),
        *(f"{check} of {hw} catches nothing." for hw, check in made.idle_checks),
        *(f"{check} of {hw} refuses the right answer {a}." for a, hw, check in made.false_alarms),
    ]
    for problem in problems:
        out.print(f"[red]{problem}[/]")
    out.print("Notebooks carry a copy of these files. If they changed: autograder release")
    raise typer.Exit(1 if problems else 0)


@app.command("demo")
def demo_command(
    folder: Annotated[Path, typer.Argument(help="Where to put the sample class.")] = ROOT / "demo",
) -> None:
    """Grade a sample class end to end: release, submissions, marks, feedback, report."""
    from autograder.class_page import page_path, write_page
    from autograder.cluster import pool_of, usual_workers
    from autograder.facts import gather
    from autograder.nbgrader_api import Nbgrader
    from autograder.release import release
    from autograder.report import report
    from autograder.sample_class import sample_class
    from autograder.sandbox.host import zygote

    started = time.monotonic()
    of = Class(folder.resolve())
    out.print("[bold]Releasing the homeworks[/] (each is graded twice first, solved and blank)")
    for assignment in homeworks():
        made = release(assignment)
        out.print(f"  {assignment}: {made.points:g} points, {_short(made.notebook)}")
    nbgrader = Nbgrader(of)
    submissions = list(sample_class())
    for each in submissions:
        nbgrader.hand_in(each.student, each.assignment, each.notebook())
    out.print(f"\n[bold]Grading {len(submissions)} submissions[/], each in a sandbox")
    outcomes: list[Outcome] = []
    began = time.monotonic()
    with pool_of(None, usual_workers(), zygote().address) as pool:
        for assignment in homeworks():
            outcomes += _grade_with_progress(of, assignment, None, force=True, pool=pool)
    took = time.monotonic() - began
    for assignment in homeworks():
        for student in of.students(assignment):
            nbgrader.feedback(assignment, student)
        write_page(gather(of, assignment), of, page_path(of, assignment))
        out.print()
        out.print(report(of, assignment))
    out.print(
        f"\nGraded {len(outcomes)} submissions in {took:.1f} s, {60 * len(outcomes) / took:.0f} a "
        f"minute; with release and feedback {time.monotonic() - started:.0f} s."
        f"\n  gradebook  {_short(of.folder / 'gradebook.db')}"
        f"\n  feedback   {_short(of.folder / 'feedback')}"
        f"\n  reports    {_short(of.folder / 'reports')}"
        f"\n  notebooks  {_short(of.folder / 'autograded')}"
        f"\n\nTo look at it in formgrader: make lab CLASS_DIR={_short(of.folder)}"
    )
    raise typer.Exit(1 if any(outcome.failure for outcome in outcomes) else 0)


def _remember_links(repository: str | None, branch: str | None, install_from: str | None) -> bool:
    """Keeps what is given for later releases; whether that changes them."""
    from autograder.links import BadLink, chosen

    try:
        before = chosen()
        links = before.changed(repository, branch, install_from)
    except BadLink as problem:
        errors.print(f"[red]{escape(str(problem))}[/]")
        raise typer.Exit(2) from None
    links.save()
    return links != before


def _grade_with_progress(
    of: Class, assignment: str, students: list[str] | None, *, quiet: bool = False, **options
) -> "list[Outcome]":
    from autograder.grade import grade

    total = len(students if students is not None else of.students(assignment))
    with _progress(disable=quiet) as bar:
        task = bar.add_task(assignment, total=total, last="starting")

        def show(outcome: "Outcome") -> None:
            bar.update(task, advance=1, last=outcome.student)
            if outcome.failure and not quiet:
                bar.print(f"[red]{outcome.student}:[/] {escape(outcome.failure)}")

        return grade(of, assignment, students=students, progress=show, **options)


def _progress(disable: bool = False) -> Progress:
    """A live line: how many are done, how fast, how long it will take, and who was the last."""
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(bar_width=30),
        MofNCompleteColumn(),
        _Rate(),
        TimeRemainingColumn(compact=True),
        TextColumn("{task.fields[last]}"),
        console=out,
        disable=disable,
    )


class _Rate(ProgressColumn):
    """Submissions per minute."""

    def render(self, task: Task) -> Text:
        speed = task.finished_speed or task.speed
        return Text(f"{60 * speed:.0f}/min" if speed else "", style="cyan")


def _known(assignments: list[str]) -> list[str]:
    for assignment in assignments:
        if assignment not in homeworks():
            out.print(f"There is no homework {assignment!r}. There are: {', '.join(homeworks())}.")
            raise typer.Exit(2)
    return assignments


def _short(path: Path) -> str:
    """A path as a person in the house would type it."""
    return str(path.relative_to(ROOT)) if path.is_relative_to(ROOT) else str(path)
