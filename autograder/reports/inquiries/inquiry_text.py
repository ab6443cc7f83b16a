"""Writes the text in which a student says that a mark is wrong.

A feedback page has such a text for each mark that is not full, to be copied and sent in whatever
way a class uses.
"""

import re

from nbformat import NotebookNode

from autograder.base.files import sha256
from autograder.notebook.cells import printed_in

DISAGREE, REASON = "I disagree with a mark.", "Why I disagree:"
MAX_REASON = 2000  # characters of a reason, and of what a check said
_COLOUR = re.compile(r"\x1b\[[\d;]*m")


def tag_of(answer: str) -> str:
    """A tag for an answer, in the text of a student who disagrees with that, too: short, so that no
    mail program breaks it."""
    return sha256(answer.encode())[:8] if answer else ""


def inquiry_text(
    student: str, homework: str, exercise: str, mark: str, verdict: str, answer: str = ""
) -> str:
    """The text, as on a feedback page.

    Args:
        exercise: its id and title.
        mark: such as "3 of 8".
        verdict: what the check said, or the person who graded it.
        answer: to an earlier inquiry on this exercise.
    """
    for phrase in (DISAGREE, REASON):  # an error of the student's code may say the same
        verdict = verdict.replace(phrase, phrase.replace(" ", "  "))
    answer_line = f"Answer: {tag_of(answer)}\n" if answer else ""
    verdict_lines = f"The verdict:\n{verdict}\n\n" if verdict else ""
    return (
        f"{DISAGREE}\nHomework: {homework}\nStudent: {student}\nExercise: {exercise}\n"
        f"Mark: {mark}\n{answer_line}\n{verdict_lines}{REASON}\n"
    )


def said_by_check(cell: NotebookNode) -> str:
    """What a check said as plain text: why it failed, or else what it printed, such as which blanks
    are right. Empty if it said nothing."""
    outputs = cell.get("outputs", [])
    complaint = "\n".join(
        line for output in outputs if output.output_type == "error" for line in output.traceback
    )
    return cut_short(_COLOUR.sub("", complaint or printed_in(outputs).strip("\n")))


def cut_short(text: str) -> str:
    """A text that is not too long for a list."""
    return text if len(text) <= MAX_REASON else f"{text[:MAX_REASON]} (cut here)"
