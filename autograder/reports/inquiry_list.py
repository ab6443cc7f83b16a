"""The list of inquiries for a terminal."""

from collections.abc import Iterator

from rich.console import Group, RenderableType
from rich.markup import escape
from rich.padding import Padding
from rich.text import Text

from autograder.base.sentences import first_of
from autograder.base.visible import quoted
from autograder.reports.inquiries import KnownInquiry

# Anybody can send many texts on one exercise.
MAX_TEXTS_SHOWN = 3
MAX_FILES_NAMED = 5


def inquiry_list(found: list[KnownInquiry], unreadable: dict[str, str]) -> RenderableType:
    """The list for a terminal: by exercise and student, those with an open text first."""
    is_open = [case for case in found if not case.answer]
    by_name: dict[str, list[KnownInquiry]] = {}
    for case in found:
        by_name.setdefault(case.inquiry.name, []).append(case)
    return Group(
        f"{len(is_open)} open, {len(found) - len(is_open)} closed.",
        *(line for texts in by_name.values() for line in _lines_about(texts)),
        *(["\n[bold]Not used[/]"] if unreadable else []),
        *(_indented(f"{quoted(name)}: {reason}") for name, reason in unreadable.items()),
    )


def _lines_about(texts: list[KnownInquiry]) -> Iterator[RenderableType]:
    """On one exercise of a student: the mark, and what was said, the first texts in full."""
    case = texts[0]
    yield f"\n[bold]{escape(case.inquiry.name)}[/]"
    if case.person:
        yield _indented(case.person, style="dim")
    if len(texts) > 1:
        yield _indented(f"{len(texts)} texts are on it, in {files_of(texts)}.", style="dim")
    score = "no mark yet" if case.score is None else f"{case.score:g}"
    yield _indented(f"{case.exercise.title}: {score} of {case.exercise.most:g}")
    yield from _said("The check", _unbroken(case.said) if case.said else "")
    for each in texts[:MAX_TEXTS_SHOWN]:
        yield from _lines_of(each)
    if len(texts) > MAX_TEXTS_SHOWN:
        yield _indented(f"{len(texts) - MAX_TEXTS_SHOWN} more texts are not shown.", style="dim")


def _unbroken(text: str) -> str:
    """What a check said, without line breaks that were made for a notebook's width."""
    from autograder.reports.diagnosis import whole_lines  # loads PyTorch, which takes a second

    return "\n".join(whole_lines(text.split("\n")))


def _lines_of(case: KnownInquiry) -> Iterator[RenderableType]:
    """What one text says, and what was answered."""
    yield from _said("Earlier answer", case.before)
    mark = "" if case.score is None else f"{case.score:g} of {case.exercise.most:g}"
    other = case.inquiry.mark not in ("", mark)
    about_mark = f", about {case.inquiry.mark} points" if other else ""
    source = f"The student, in {quoted(case.inquiry.file)}{about_mark}"
    yield from _said(source, case.inquiry.reason or "gives no reason.")
    yield from _said("Closed", case.answer)


def _said(who: str, what: str) -> Iterator[RenderableType]:
    if what:
        yield _indented(f"{who}:", style="dim")
        yield _indented(what, by=4)


def _indented(text: str, by: int = 2, style: str = "") -> Padding:
    """A text whose lines are all indented, so that none of them looks like one of ours."""
    return Padding(Text(text, style), (0, 0, 0, by))


def files_of(texts: list[KnownInquiry]) -> str:
    """The files in which texts were sent, each once, in quotes; of many, the first."""
    return first_of([*dict.fromkeys(quoted(case.inquiry.file) for case in texts)], MAX_FILES_NAMED)


def closing_lines(texts: list[KnownInquiry], mark: float | None) -> list[str]:
    """Sentences on what it meant to close these texts on one exercise of a student.

    Args:
        mark: the new one; None if it stays.
    """
    case = texts[0]
    lines = []
    if replaced := case.answer or case.before:
        lines.append(f"It had an answer, which this replaces: {replaced}")
    if mark is not None and case.score is not None and mark != case.score:
        lines.append(f"The mark was {case.score:g} and is {mark:g} now.")
    if len(texts) > 1:
        student = case.inquiry.student
        lines.append(
            f"This closes {len(texts)} texts, in {files_of(texts)}. Were all sent by {student}?"
        )
    return lines
