"""Checks multiple-choice questions, and says why a wrong option is wrong.

The reason is a known mistake in the bank, looked up by the chosen option. If no program can compute
the right option, the check cell contains only its mark, so the answer cannot be read at a glance.
Anyone who tries all options can still find it, with `mark_of_option` or with the check itself.
"""

from collections.abc import Mapping, Sequence
from functools import partial

from course.check.base.blank_by_blank import RIGHT, Blanks, check_each
from course.check.base.exercise import exercise_title
from course.messages.misconceptions import looks_like, signature
from course.sentences.lines import with_lines_indented
from course.values.kinds import value_in_words

_LEFT_OUT = " ()."  # characters that may surround an option


def check_choices(
    answers: Blanks, right: Mapping[str, str], *, options: Sequence[str], clue: str = ""
) -> None:
    """Checks questions one by one, each of which is answered by one of a few options.

    A mark is made from the exercise's title, the question and the option.

    Args:
        answers: the student's option for each question; `...` where none is chosen yet.
        right: for each question, the right option or its mark.
        options: the options to choose from.
        clue: what to say about a wrong option for which no known mistake is stored.

    Raises:
        ValueError: what `right` has for a question is neither an option nor the mark of one.
    """
    for question, right_answer in right.items():
        marks = [mark_of_option(exercise_title(), question, option) for option in options]
        if right_answer not in (*options, *marks):
            known = _quoted(options)
            raise ValueError(
                f"The right answer to {question!r} is none of the options, {known}. The solution "
                "must choose one of these, and the check get it from marks_of(...)."
            )
    check_each(answers, right, partial(_verdict, options=options, clue=clue))


def mark_of_option(exercise: str, question: str, option: str) -> str:
    """The text that a check cell contains in place of the right option."""
    return signature(("mark", exercise, question, option))


def _chosen(answer: str, options: Sequence[str]) -> str | None:
    """The option that an answer names, ignoring case; None if there is none."""
    for option in options:
        if answer.strip().strip(_LEFT_OUT).lower() == option.strip(_LEFT_OUT).lower():
            return option
    return None


def _quoted(options: Sequence[str]) -> str:
    return ", ".join(f'"{option}"' for option in options)


def _verdict(
    answer: object, right: str, question: str, *, options: Sequence[str], clue: str
) -> str:
    chosen = _chosen(answer, options) if isinstance(answer, str) else None
    if chosen is None:
        quotes = "" if isinstance(answer, str) else " Write one of them, in quotes."
        return (
            f"{value_in_words(answer)} is not one of the options, which are "
            f"{_quoted(options)}.{quotes}"
        )
    if right in (chosen, mark_of_option(exercise_title(), question, chosen)):
        return RIGHT
    mistakes = looks_like(("choice", exercise_title(), question, chosen))
    why = " ".join(mistake.sentence for mistake in mistakes) or clue
    return with_lines_indented(f'"{chosen}" is not it.\n{why}')
