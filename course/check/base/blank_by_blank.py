"""Checks the blanks of an exercise one by one, of whatever kind."""

from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

from course.check.base.exercise import count_blanks
from course.messages.failure import CheckFailed
from course.messages.misconceptions import Misconception, mistakes_in_words, recognised
from course.sentences.lines import in_lines, with_lines_indented
from course.sentences.words import plural
from course.values.as_text import on_one_line

Blanks = Mapping[str, object]  # what a student wrote in each blank, by its name


class RightVerdict(str):
    """The verdict on a right answer: empty, or a remark that is printed after the word "right". Any
    other string is the verdict on a wrong answer, and says what is wrong."""


RIGHT = RightVerdict()
UNFILLED = "to be filled in"
T = TypeVar("T")


def check_each(
    answers: Blanks, right: Mapping[str, T], verdict: Callable[[object, T, str], str]
) -> None:
    """Checks blanks one by one, prints the verdicts, and counts the right ones.

    Args:
        answers: what the student wrote in each blank, by its name; `...` while a blank is empty.
        right: for each blank, what `verdict` needs to judge it.
        verdict: takes an answer, the entry of `right`, and the blank's name.

    Raises:
        CheckFailed: no blank is right yet, or `answers` is not a dictionary of blanks.
    """
    if not isinstance(answers, Mapping) or not answers.keys() & right.keys():
        check_names(answers, right)
    written = {name: answer for name in right if (answer := answers.get(name, ...)) is not ...}
    verdicts = {name: verdict(answer, right[name], name) for name, answer in written.items()}
    width, said_at = max(map(len, right)), dict[str, str]()
    for name in right:
        text = UNFILLED
        if name in verdicts:
            is_right = isinstance(verdicts[name], RightVerdict)
            text = f"right{verdicts[name]}" if is_right else f"not yet: {verdicts[name]}"
            verdict_alone, _, why = text.partition("\n")
            if why and (before := said_at.setdefault(why, name)) != name:
                see = "see" if verdict_alone.endswith(":") else "See"
                text = f"{verdict_alone} {see} {before}."
        print(name.ljust(width) + in_lines(f"  {text}"))
    if unknown := [on_one_line(name) for name in answers if name not in right]:
        print(f"Not a blank: {', '.join(unknown)}")
    blanks = len(right)
    if not verdicts:
        raise CheckFailed(f"Fill in the {plural(blanks, 'blank')} first.")
    count = sum(isinstance(verdict, RightVerdict) for verdict in verdicts.values())
    if not count:
        none_is = "The answer is not" if blanks == 1 else f"None of the {blanks} blanks is"
        raise CheckFailed(f"{none_is} right.")
    count_blanks(count, blanks)


def check_names(answers: object, blanks: Iterable[str]) -> None:
    """Raises CheckFailed if the answers are not a dictionary, or contain a name that no blank
    has."""
    if not isinstance(answers, Mapping):
        begun = ", ".join(f'"{name}": ...' for name in blanks)
        raise CheckFailed(f"Write the blanks as a dictionary: {{{begun}}}.")
    for name in answers:
        if name not in blanks:
            raise CheckFailed(
                f"There is no blank called {on_one_line(name)}. Blanks: {', '.join(blanks)}."
            )


def verdict_by_mistakes(written: object, mistakes: list[Misconception]) -> str:
    """The verdict on a wrong answer that matches these known mistakes; empty if there are none."""
    recognised.tell(mistakes)
    # Only the answer is known, not how the student found it.
    why = mistakes_in_words(mistakes, "That is also the result of")
    return f"you have {written}. " + with_lines_indented(why) if why else ""
