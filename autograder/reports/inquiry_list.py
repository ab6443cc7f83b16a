"""The list of inquiries for a terminal."""

from collections.abc import Iterator

from rich.console import Group, RenderableType
from rich.markup import escape
from rich.padding import Padding
from rich.text import Text

from autograder.base.visible import quoted
from autograder.reports.inquiries import KnownInquiry


def inquiry_list(found: list[KnownInquiry], unreadable: dict[str, str]) -> RenderableType:
    """The list for a terminal."""
    is_open = [case for case in found if not case.answer]
    return Group(
        f"{len(is_open)} open, {len(found) - len(is_open)} closed.",
        *(line for case in found for line in _lines_about(case, found)),
        *(["\n[bold]Not used[/]"] if unreadable else []),
        *(_indented(f"{quoted(name)}: {reason}") for name, reason in unreadable.items()),
    )


def _lines_about(case: KnownInquiry, found: list[KnownInquiry]) -> Iterator[RenderableType]:
    score = "no mark yet" if case.score is None else f"{case.score:g}"
    yield f"\n[bold]{escape(case.inquiry.name)}[/]"
    file = quoted(case.inquiry.file)
    source = f"{case.person}, in {file}" if case.person else f"In {file}"
    yield _indented(source, style="dim")
    if len(files := files_of(case.inquiry.name, found)) > 1:
        yield _indented(f"{len(files)} texts are on it: {', '.join(files)}", style="dim")
    mark = f"{score} of {case.exercise.most:g}"
    then = f" (their page said {case.inquiry.mark})" if case.inquiry.mark not in ("", mark) else ""
    yield _indented(f"{case.exercise.title}: {mark}{then}")
    for who, said in (
        ("The check", case.verdict),
        ("Earlier answer", case.before),
        ("The student", case.inquiry.reason or "gives no reason."),
        ("Closed", case.answer),
    ):
        if said:
            yield f"  [dim]{who}:[/]"
            yield _indented(said, by=4)


def _indented(text: str, by: int = 2, style: str = "") -> Padding:
    """A text whose lines are all indented, so that none of them looks like one of ours."""
    return Padding(Text(text, style), (0, 0, 0, by))


def files_of(name: str, found: list[KnownInquiry]) -> list[str]:
    """The names of the files in which inquiries of this name were sent, in quotes."""
    return [quoted(case.inquiry.file) for case in found if case.inquiry.name == name]
