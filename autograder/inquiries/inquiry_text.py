"""Writes the text in which a student says that a mark is wrong, and finds the answer to it.

A feedback page has such a text for each mark that is not full. The student copies it and sends it
in whatever way the class uses. The answer is part of the graders' comments.
"""

import re

from nbformat import NotebookNode

from autograder.notebook.cells import errors_among, printed_in

DISAGREE, REASON = "I disagree with a mark.", "Why I disagree:"
BETWEEN = "\n\n"  # the parts of a comment
MAX_REASON = 2000  # characters of a reason, and of what a check said
MAX_REASON_LINES = 60  # the same in lines
_COLOUR = re.compile(r"\x1b\[[\d;]*m")


def in_any_spacing(phrase: str) -> str:
    """A pattern that finds a phrase even if a mail program broke the line or changed its spaces."""
    return re.escape(phrase).replace(r"\ ", r"\s+")


def inquiry_text(student: str, homework: str, exercise: str, mark: str, verdict: str) -> str:
    """The text, as on a feedback page.

    Args:
        exercise: its id and title.
        mark: such as "3 of 8".
        verdict: what the check said, or the person who graded it.
    """
    for phrase in (DISAGREE, REASON):  # an error of the student's code may say the same
        verdict = re.sub(in_any_spacing(phrase), phrase.replace(" ", "-"), verdict)
    verdict_lines = f"The verdict:\n{verdict}\n\n" if verdict else ""
    return (
        f"{DISAGREE}\nHomework: {homework}\nStudent: {student}\nExercise: {exercise}\n"
        f"Mark: {mark}\n\n{verdict_lines}{REASON}\n"
    )


def answer_prefix(title: str) -> str:
    """What an answer about an exercise begins with, among graders' comments."""
    return f"About {title}: "


def with_answer(comment: str, title: str, answer: str) -> str:
    """A comment with this answer about an exercise in place of an earlier one."""
    about = answer_prefix(title)
    kept = [part for part in comment.split(BETWEEN) if part and not part.startswith(about)]
    return BETWEEN.join([*kept, about + answer])


def answer_in(comments: dict[str, str], title: str) -> str:
    """The answer about an exercise in the comments; empty if there is none."""
    about = answer_prefix(title)
    parts = (part for comment in comments.values() for part in comment.split(BETWEEN))
    return next((part.removeprefix(about) for part in parts if part.startswith(about)), "")


def said_by_check(cell: NotebookNode) -> str:
    """What a check said as plain text: why it failed, or else what it printed, such as which blanks
    are right. Empty if it said nothing."""
    outputs = cell.get("outputs", [])
    complaint = "\n".join(line for error in errors_among(outputs) for line in error.traceback)
    return cut_short(_COLOUR.sub("", complaint or printed_in(outputs).strip("\n")))


def cut_short(text: str) -> str:
    """A text that is not too long for a list."""
    short = "\n".join(text[:MAX_REASON].split("\n")[:MAX_REASON_LINES])
    return text if len(text) == len(short) else f"{short} (cut here)"
