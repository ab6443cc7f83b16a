"""Lists inquiries for a terminal."""

from collections.abc import Iterator

from rich.console import Group, RenderableType
from rich.markup import escape
from rich.padding import Padding
from rich.text import Text

from autograder.base.sentences import first_of
from autograder.base.visible import quoted
from autograder.reports.inquiries.known import KnownInquiry

# Anybody can send many texts on one exercise.
MAX_TEXTS_SHOWN = 3
MAX_FILES_NAMED = 5


def inquiry_list(inquiries: list[KnownInquiry], unreadable: dict[str, str]) -> RenderableType:
    """The list for a terminal: by exercise and student, those with an open text first."""
    by_name: dict[str, list[KnownInquiry]] = {}
    for known in inquiries:
        by_name.setdefault(known.inquiry.name, []).append(known)
    open_count = sum(known.is_open for known in inquiries)
    lines: list[RenderableType] = [f"{open_count} open, {len(inquiries) - open_count} closed."]
    for texts in by_name.values():
        lines += _lines_about(texts)
    if unreadable:
        lines.append("\n[bold]Not used[/]")
    lines += [_indented(f"{quoted(name)}: {reason}") for name, reason in unreadable.items()]
    return Group(*lines)


def _lines_about(texts: list[KnownInquiry]) -> Iterator[RenderableType]:
    """On one exercise of a student: the mark, and what was said, the first texts in full."""
    first = texts[0]
    yield f"\n[bold]{escape(first.inquiry.name)}[/]"
    if first.person:
        yield _indented(first.person, style="dim")
    if len(texts) > 1:
        yield _indented(f"{len(texts)} texts are on it, in {files_of(texts)}.", style="dim")
    score = "no mark yet" if first.score is None else f"{first.score:g}"
    yield _indented(f"{first.exercise.title}: {score} of {first.exercise.worth:g}")
    yield from _statement("The check", _unbroken(first.check_said) if first.check_said else "")
    for text in texts[:MAX_TEXTS_SHOWN]:
        yield from _lines_of(text)
    if len(texts) > MAX_TEXTS_SHOWN:
        yield _indented(f"{len(texts) - MAX_TEXTS_SHOWN} more texts are not shown.", style="dim")


def _unbroken(text: str) -> str:
    """What a check said, without the line breaks made for the width of a notebook."""
    from autograder.reports.diagnosis import whole_lines  # loads PyTorch, which takes a second

    return "\n".join(whole_lines(text.split("\n")))


def _lines_of(text: KnownInquiry) -> Iterator[RenderableType]:
    """What one text says, and what was answered."""
    if text.is_open:
        yield from _statement("Earlier answer", text.answer)
    source = f"The student, in {quoted(text.inquiry.file)}"
    yield from _statement(source, text.inquiry.reason or "gives no reason.")
    if not text.is_open:
        yield from _statement("Closed", text.answer)


def _statement(source: str, text: str) -> Iterator[RenderableType]:
    """Who says something, and what; nothing if the text is empty."""
    if text:
        yield _indented(f"{source}:", style="dim")
        yield _indented(text, by=4)


def _indented(text: str, by: int = 2, style: str = "") -> Padding:
    """A text whose lines are all indented, so that none of them looks like one of ours."""
    return Padding(Text(text, style), (0, 0, 0, by))


def files_of(texts: list[KnownInquiry]) -> str:
    """The files in which texts were sent, each once, in quotes; of many, the first."""
    files = dict.fromkeys(quoted(text.inquiry.file) for text in texts)
    return first_of([*files], MAX_FILES_NAMED)


def closing_lines(texts: list[KnownInquiry], mark: float | None) -> list[str]:
    """Sentences on what closing these texts on one exercise of a student has changed.

    Args:
        mark: the new one; None if it stays.
    """
    first = texts[0]
    lines = []
    if mark is not None and first.score is not None and mark != first.score:
        lines.append(f"The mark was {first.score:g} and is {mark:g} now.")
    if len(texts) > 1:
        student = first.inquiry.student
        lines.append(
            f"This closes {len(texts)} texts, in {files_of(texts)}. Were all sent by {student}?"
        )
    return lines
