"""The command for students who think that a mark is wrong: inquiries."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from autograder.base.failure import Failure
from autograder.cli.class_command import ClassCommand
from autograder.cli.console import finish, out, say
from autograder.cli.options import ClassDir, Database, app

if TYPE_CHECKING:
    from autograder.inquiries.known_inquiries import KnownInquiry


Sent = Annotated[
    Path,
    typer.Argument(
        metavar="SENT",
        exists=True,
        help="A file, or a folder of files, with the texts that students sent.",
    ),
]
Close = Annotated[
    str | None,
    typer.Option(
        "--close",
        metavar="STUDENT/HOMEWORK/EXERCISE",
        help="Close this inquiry, named as in the list.",
    ),
]
NewMark = Annotated[
    float | None,
    typer.Option(
        "--mark",
        min=0,
        metavar="POINTS",
        help="With --close: the new mark. Default: the mark stays.",
    ),
]
Because = Annotated[
    str | None,
    typer.Option("--because", help="With --close: a sentence for the student to read."),
]


@app.command("inquiries")
def inquiries_command(
    sent: Sent,
    close: Close = None,
    mark: NewMark = None,
    because: Because = None,
    class_dir: ClassDir = None,
    database: Database = None,
) -> None:
    """List and answer students' objections to their marks.

    On a feedback page, "I disagree" below each mark that is not full has a text to copy, to which
    students add their reason. Collect these texts by mail or as plain text in the LMS, and put them
    into a folder. Then:

        autograder inquiries mails/

        autograder inquiries mails/ --close ada/hw1-cosh/sinh-check --mark 2 --because "..."

        autograder feedback hw1-cosh --student ada

    The sentence appears on the student's page. A mark given here is like one typed in formgrader:
    grading again leaves it alone. Only the names and the reason are read from the texts, and
    anybody can write any name: trust the sender of the mail, not the text.
    """
    if close and not (because or "").strip():
        raise typer.BadParameter("Give a reason, in a sentence.", param_hint="--because")
    if not close and (because is not None or mark is not None):
        raise typer.BadParameter("Name the inquiry to close.", param_hint="--close")
    from autograder.inquiries.inquiry_list import inquiry_list
    from autograder.inquiries.known_inquiries import known_inquiries
    from autograder.inquiries.received_inquiries import receive

    command = ClassCommand.in_existing(class_dir, database)
    received = receive(sent)
    if not (received.inquiries or received.unreadable):
        raise typer.BadParameter(f"There is no file in {sent}.", param_hint="SENT")
    inquiries, unused = known_inquiries(command.classroom, received)
    if not (close and because):
        out.print(inquiry_list(inquiries, unused))
        may_lack_some = bool(received.unreadable)
        finish(is_well=not may_lack_some and not any(known.is_open for known in inquiries))
    texts = [known for known in inquiries if known.inquiry.name == close]
    if not texts:
        raise Failure(f"No inquiry in {sent} is named {close}. To list them, leave --close out.")
    finish(is_well=_close(command, texts, because, mark))


def _close(
    command: ClassCommand, texts: "list[KnownInquiry]", because: str, mark: float | None
) -> bool:
    """Closes the texts about one exercise of a student; returns whether all late penalties in the
    homework are up to date."""
    from autograder.inquiries.inquiry_list import closing_lines
    from autograder.inquiries.known_inquiries import close_inquiry

    exercise, inquiry = texts[0].exercise, texts[0].inquiry
    if mark is not None and not mark <= exercise.worth:  # it may be nan
        raise typer.BadParameter(
            f"{exercise.title} is worth {exercise.worth:g}.", param_hint="--mark"
        )
    close_inquiry(command.classroom, texts, because, mark)
    for line in closing_lines(texts, mark):
        say(line)
    is_renewed = command.about(inquiry.homework).tell_renewed_penalties()
    again = command.classroom.command("feedback", inquiry.homework, "--student", inquiry.student)
    say(f"{exercise.title} of {inquiry.student} is closed. To update their page: {again}")
    return is_renewed
