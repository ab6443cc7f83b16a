"""Lists inquiries for a terminal."""

from collections.abc import Iterator

from rich.console import Group, RenderableType
from rich.markup import escape
from rich.padding import Padding
from rich.text import Text

from autograder.base.visible import quoted
from autograder.inquiries.known_inquiries import KnownInquiry

# Anybody can send many texts on one exercise. At least one of each file is shown, whose sender may
# be somebody else.
MAX_TEXTS_SHOWN = 3


def inquiry_list(inquiries: list[KnownInquiry], unused: dict[str, str]) -> RenderableType:
    """The list for a terminal: by exercise and student, those with an open text first."""
    by_name: dict[str, list[KnownInquiry]] = {}
    for known in inquiries:
        by_name.setdefault(known.inquiry.name, []).append(known)
    open_count = sum(known.is_open for known in inquiries)
    lines: list[RenderableType] = [f"{open_count} open, {len(inquiries) - open_count} closed."]
    for texts in by_name.values():
        lines += _lines_about(texts)
    if unused:
        lines.append("\n[bold]Not used[/]")
    lines += [_indented(f"{quoted(name)}: {reason}") for name, reason in unused.items()]
    return Group(*lines)


def _lines_about(texts: list[KnownInquiry]) -> Iterator[RenderableType]:
    """On one exercise of a student: the mark, and what was said, a few texts in full."""
    first = texts[0]
    yield f"\n[bold]{escape(first.inquiry.name)}[/]"
    if first.person:
        yield _indented(first.person, style="dim")
    if len(texts) > 1:
        yield _indented(f"{len(texts)} texts are on it, in {_files_of(texts)}.", style="dim")
    score = "no mark yet" if first.score is None else f"{first.score:g}"
    yield _indented(f"{first.exercise.title}: {score} of {first.exercise.worth:g}")
    yield from _statement("The check", _unbroken(first.check_said) if first.check_said else "")
    # The first text of each file.
    of_files = {file: text for text in reversed(texts) for file in text.inquiry.files}
    first_texts = {id(text) for text in of_files.values()}
    by_need = sorted(texts, key=lambda text: id(text) not in first_texts)
    most = max(MAX_TEXTS_SHOWN, len(first_texts))
    for text in by_need[:most]:
        yield from _lines_of(text)
    if len(texts) > most:
        yield _indented(f"{len(texts) - most} more texts are not shown.", style="dim")


def _unbroken(text: str) -> str:
    """What a check said, without the line breaks made for the width of a notebook."""
    from autograder.notebook.whole_lines import whole_lines  # loads PyTorch, which takes a second

    return "\n".join(whole_lines(text.split("\n")))


def _lines_of(text: KnownInquiry) -> Iterator[RenderableType]:
    """What one text says, and what was answered."""
    if text.is_open:
        yield from _statement("Earlier answer", text.answer)
    source = f"The student, in {_files_of([text])}"
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


def _files_of(texts: list[KnownInquiry]) -> str:
    """The files in which texts were sent, each once, in quotes. All are named: what is closed in
    one may be another's text."""
    return ", ".join(dict.fromkeys(quoted(file) for text in texts for file in text.inquiry.files))


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
            f"This closes {len(texts)} texts, in {_files_of(texts)}. Were all sent by {student}?"
        )
    return lines
