"""The commands that report marks and reasons: feedback, report and viva."""

import errno
import os
from pathlib import Path
from typing import Annotated

import typer

from autograder.base.classroom import Classroom
from autograder.base.failure import Failure
from autograder.base.paths import short
from autograder.base.sentences import counted
from autograder.cli.class_command import ClassCommand
from autograder.cli.console import finish, out, remark, say
from autograder.cli.options import AsJSON, ClassDir, Database, FeedbackKey, Homework, Students, app
from autograder.cli.progress import progress_bar

ZipFor = Annotated[
    FeedbackKey | None,
    typer.Option(
        "--zip",
        help="Also write all pages into one zip that this system can import, "
        "CLASS_DIR/export/HOMEWORK-feedback-SYSTEM.zip.",
    ),
]


@app.command("feedback")
def feedback_command(
    homework: Homework,
    class_dir: ClassDir = None,
    database: Database = None,
    students: Students = None,
    zip_for: ZipFor = None,
) -> None:
    """Write a feedback page for each graded submission.

    Run it after all grading, including grading by hand, because the pages show all marks. Each page
    is a single file, CLASS_DIR/feedback/STUDENT/HOMEWORK/HOMEWORK.html.

    --zip moodle and --zip canvas use the names that these systems gave the submissions, by which
    they recognise the students. --zip folder contains HOMEWORK/STUDENT.html. Students who did not
    submit there, or whose page is about an earlier submission, are left out and listed.

        autograder feedback hw1-cosh --zip moodle
    """
    from autograder.marks.class_marks import none_graded, why_ungraded
    from autograder.reports.page_state import reasons_without_page

    command = ClassCommand.in_existing(class_dir, database, homework)
    classroom, chosen = command.classroom, command.known_students(students)
    handed_in = chosen or classroom.students(homework)
    graded = [student for student in handed_in if classroom.autograded(student, homework).exists()]
    if not graded:
        reasons = [why_ungraded(classroom, homework, each) for each in chosen or ()]
        raise Failure(" ".join(reasons) or none_graded(classroom, homework))
    is_well = command.tell_state()
    command.marks.refuse_ungraded()
    written = write_feedback(classroom, homework, graded)
    is_well &= written == len(graded)
    say(f"{counted(written, 'page')} in {short(classroom.feedback_pages)}")
    for reason, without_page in reasons_without_page(command.marks, graded, chosen).items():
        say(f"No page for {', '.join(without_page)}: {reason}")
    if earlier := [
        m.student.id for m in command.marks if m.is_of_earlier and m.student.id in graded
    ]:
        reason = "because the newest could not be graded"
        say(f"About an earlier submission, {reason}: {', '.join(earlier)}")
    is_well &= not any(
        (mark.is_of_earlier or mark.student.id not in graded)
        and (not chosen or mark.student.id in chosen)
        and not (mark.is_missing or mark.student.is_test)
        for mark in command.marks
    )
    if zip_for:
        is_well &= _write_feedback_zip(command, zip_for)
    finish(is_well=is_well)


def write_feedback(
    classroom: Classroom, homework: str, students: list[str], *, leave: bool = True
) -> int:
    """Writes the pages of these students with a live line, and returns how many could be written.

    Args:
        leave: whether the line stays at the end.
    """
    from autograder.on_nbgrader.steps import Nbgrader, NbgraderFailed

    pages = classroom.feedback_pages
    pages.mkdir(exist_ok=True)
    if not os.access(pages, os.W_OK):  # else each student's page would fail
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(pages))
    nbgrader, written = Nbgrader(classroom), 0
    with progress_bar(leave=leave) as bar:
        task = bar.add_task(homework, total=len(students), last="")
        for student in students:
            try:
                nbgrader.feedback(homework, student)
                written += 1
            except NbgraderFailed as reason:
                bar.print(remark(student, reason))
            bar.update(task, advance=1, last=student)
    return written


def _write_feedback_zip(command: ClassCommand, system: str) -> bool:
    """Writes the zip, and says who is not in it; returns whether no student was left out."""
    from autograder.exporting.feedback_zip import write_feedback_zip

    path = command.classroom.exports / f"{command.homework}-feedback-{system}.zip"
    feedback_zip = write_feedback_zip(command.marks, system, path)
    count = len(feedback_zip.students)
    say(f"{count} of them in {short(path)}. {feedback_zip.how_to_import}".strip())
    for student, left_out in feedback_zip.left_out.items():
        out.print(remark("Not in it", f"{student}, who {left_out.reason}."))
    if feedback_zip.left_out:
        pages = short(command.classroom.feedback_pages / "STUDENT" / command.homework)
        say(f"Send these students their pages yourself, from {pages}/, if up to date.")
    return not feedback_zip.left_out


PageFile = Annotated[
    Path | None,
    typer.Option(
        "--html",
        metavar="FILE",
        dir_okay=False,
        help="The page to write. Default: CLASS_DIR/reports/HOMEWORK.html",
    ),
]
Anonymous = Annotated[
    bool,
    typer.Option(
        "--anonymous",
        help="Write a page without names, ids and links, which you can share. Default: "
        "CLASS_DIR/reports/HOMEWORK-anonymous.html",
    ),
]


@app.command("report")
def report_command(
    homework: Homework,
    class_dir: ClassDir = None,
    database: Database = None,
    html: PageFile = None,
    anonymous: Anonymous = False,
    as_json: AsJSON = False,
) -> None:
    """Print a homework's marks, and write a page about the class.

    The page shows the distribution of marks, who passed what, statistics of the exercises (from ten
    students on), the misconceptions that answers resemble, what you should look at, and who could
    not be graded and why. It is a single file that loads nothing. With --json, none is written
    unless --html names it.

    Before projecting it, press "Hide names" or the key h, or add #hide-names to its address. The
    names are then hidden but still in the file: to pass a page on, make one with --anonymous.
    """
    from autograder.marks.gather_facts import gather_facts, without_names
    from autograder.reports.class_json import facts_as_json
    from autograder.reports.class_page import class_page_path, write_class_page
    from autograder.reports.marks_tables import marks_table

    command = ClassCommand.in_existing(class_dir, database, homework)
    classroom = command.classroom
    is_well = command.tell_state()
    facts = gather_facts(command.marks)
    if anonymous:
        facts = without_names(facts)
    if as_json:
        if html:
            write_class_page(facts, classroom, html)
        print(facts_as_json(facts))
        finish(is_well=is_well)
    path = html or class_page_path(classroom, homework, anonymous=anonymous)
    write_class_page(facts, classroom, path)
    if facts.exercises and not anonymous:
        out.print(marks_table(command.marks))
    command.tell_outdated_pages()
    say(f"\nThe page about the class: {short(path.resolve())}")
    finish(is_well=is_well)


@app.command("viva")
def viva_command(
    homework: Homework,
    student: Annotated[str, typer.Option("--student", help="The student you will talk to.")],
    class_dir: ClassDir = None,
    database: Database = None,
) -> None:
    """Print five questions to ask a student about their own engine.

    For a five-minute talk about a homework that asks about the student's engine. The questions are
    made from what the engine did during grading, and differ from those in the notebook. They are
    printed with the answers and the student's lines, and also written to
    CLASS_DIR/viva/STUDENT/HOMEWORK/HOMEWORK.html.
    """
    from autograder.reports.viva_sheet import sheet_of, write_viva_page

    command = ClassCommand.in_existing(class_dir, database, homework)
    command.known_students([student])
    sheet = sheet_of(command.classroom, homework, student)
    say(sheet.text)
    say(f"\nThe page: {short(write_viva_page(sheet, command.classroom).resolve())}")
