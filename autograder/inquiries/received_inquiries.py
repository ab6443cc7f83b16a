"""Reads the texts in which students say that a mark is wrong, as they were sent.

Whoever sent the text, or a mail program, may have changed it in any way. So only the names and the
reason are read from it, up to some length; marks and what checks said are looked up in the class's
data.
"""

import html
import re
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from email import message_from_bytes
from email.policy import Compat32
from itertools import chain
from pathlib import Path
from typing import Any

from autograder.base.child_process import TaskFailed, map_in_child
from autograder.base.encodings import BOM, decoded
from autograder.base.files import sha256
from autograder.base.visible import in_one_line, visible
from autograder.inquiries.inquiry_text import DISAGREE, REASON, cut_short, in_any_spacing
from autograder.submissions.unreadable import LINK, Unreadable

MAX_SENT_FILES = 1000
MAX_SENT_BYTES = 200_000  # of a file
MAX_TEXTS_IN_FILE = 50
MAX_MULTIPARTS = 50  # of a mail: each line is compared with the ends of all that are around it
MAX_HEADER = 2000  # characters of a mail's header: parsing its parameters takes their square
_NAME = "(?:Homework|Student|Exercise|Mark):"
_DISAGREE = re.compile(in_any_spacing(DISAGREE))
_FIRST_LINE = re.compile(rf"{_DISAGREE.pattern}\s*(?={_NAME})")
_FIELD = re.compile(rf"(Homework|Student|Exercise):\s*(?!{_NAME})(\S[^\n]{{0,199}})")
_QUOTED = re.compile(r"^(?:> ?)+", re.MULTILINE)  # as in a reply by e-mail
_HTML = (".html", ".htm")
_MARKUP = re.compile(r"</?[!a-zA-Z][^<>]{0,1000}>")  # of a text that was typed into a form


@dataclass(frozen=True)
class Inquiry:
    """An inquiry that a student has sent."""

    student: str  # the id in the text; the sender may have changed it
    homework: str  # its name
    exercise: str  # the id of the graded cell
    reason: str
    # Identifies the text: a hash of the whole reason, so that it is the same in whatever mail the
    # text comes. If the text has no reason, it is a hash of the mail instead: anybody can send such
    # a text, and the reason may be elsewhere in the mail.
    digest: str = ""
    files: tuple[str, ...] = field(default=(), compare=False)  # those that it was sent in

    @property
    def name(self) -> str:
        """The name by which an instructor closes the inquiry."""
        return f"{self.student}/{self.homework}/{self.exercise}"


@dataclass
class Received:
    """The inquiries that were read and, by file, why the file or some of its texts are unusable."""

    inquiries: list[Inquiry] = field(default_factory=list)
    unreadable: dict[str, str] = field(default_factory=dict)


def note_why_not(unusable: dict[str, str], file: str, why_not: str) -> None:
    """Adds a reason why a file, or a text in it, cannot be used to what was noted about the file.
    The keys are files, not texts: a sender could give a text the name of somebody else's file."""
    unusable[file] = cut_short(f"{unusable.get(file, '')} {why_not}".lstrip())


def receive(path: Path) -> Received:
    """Reads the texts in a file, or in the files of a folder and its subfolders. Links are not
    followed, and hidden files, such as macOS's `.DS_Store`, are left out. The files are read in
    another process, because anybody may have sent them."""
    received = Received()
    sent_in: dict[Inquiry, list[str]] = {}  # the files of each text, which may have been sent twice
    files = [path] if path.is_file() else _visible_files(path)
    read = [*map(str, files[:MAX_SENT_FILES])]
    for file, result in zip(files, map_in_child(_inquiries_in, read), strict=False):
        name = in_one_line(file.name if file == path else file.relative_to(path).as_posix())
        if isinstance(result, TaskFailed):
            why_not = f"It cannot be read ({visible(str(result))}). Send its text on its own."
            note_why_not(received.unreadable, name, why_not)
        else:
            texts, why_not = result
            for text in texts:
                sent_in.setdefault(Inquiry(**text), []).append(name)
            if why_not:
                note_why_not(received.unreadable, name, why_not)
    received.inquiries = [
        replace(inquiry, files=tuple(dict.fromkeys(names))) for inquiry, names in sent_in.items()
    ]
    if len(files) > MAX_SENT_FILES:
        note_why_not(
            received.unreadable,
            f"{len(files) - MAX_SENT_FILES} more files",
            f"Only {MAX_SENT_FILES} files are read at once. Split the folder.",
        )
    return received


def _visible_files(folder: Path) -> list[Path]:
    paths = [path for path in folder.rglob("*") if not path.is_dir()]
    return sorted(p for p in paths if not any(n[0] == "." for n in p.relative_to(folder).parts))


def _inquiries_in(file: str) -> tuple[list[dict[str, Any]], str]:
    """The inquiries in a file, and why the file or some of its texts cannot be used."""
    try:
        parts = _sent_parts(Path(file))
        texts = _texts_in(parts)
    except Unreadable as reason:
        return [], str(reason)
    except OSError as error:
        return [], f"It cannot be read: {error.strerror}."
    inquiries, why_not = [], []
    for number, text in enumerate(texts, 1):
        try:
            inquiries.append(asdict(_parsed(text, "\n".join(parts))))
        except Unreadable as reason:
            why_not.append(f"Text {number}: {reason}")
    return inquiries, " ".join(why_not)


def _sent_parts(file: Path) -> list[str]:
    """The plain text of a file or, if it is a mail, of each of its parts.

    Raises:
        Unreadable: it has none.
    """
    if file.is_symlink():
        raise Unreadable(f"{LINK} Put the file in its place.")
    if not file.is_file():
        raise Unreadable("It is not a regular file.")
    with file.open("rb") as opened:
        data = opened.read(MAX_SENT_BYTES + 1)
    if len(data) > MAX_SENT_BYTES:
        raise Unreadable(
            f"It has more than {MAX_SENT_BYTES // 1000} kB. Copy the text into a file of its own."
        )
    kind = file.suffix.casefold()
    if kind == ".eml":
        return _mail_parts(data)
    text = _plain(decoded(data), is_html=kind in _HTML)
    if "\0" in text:
        raise Unreadable("It is not a plain text that can be read. Save it as plain text in UTF-8.")
    return [text]


def _plain(text: str, *, is_html: bool) -> str:
    text = text.removeprefix(BOM).replace("\r\n", "\n")
    return html.unescape(_MARKUP.sub("\n", text)) if is_html else text


class _ShortHeaders(Compat32):
    """Reads no more than the beginning of a mail's header."""

    def header_source_parse(self, sourcelines: list[str]) -> tuple[str, str]:
        """The name of a header, and what it says."""
        name, value = super().header_source_parse(sourcelines)
        return name, value[:MAX_HEADER]


def _mail_parts(data: bytes) -> list[str]:
    """The plain text of each part of a saved mail, including what is attached or forwarded.

    Raises:
        Unreadable: it has none.
    """
    parts = []
    if data.lower().count(b"multipart/") <= MAX_MULTIPARTS:
        with suppress(RecursionError):  # somebody may have nested the parts this deeply on purpose
            parts = _readable_parts(message_from_bytes(data, policy=_ShortHeaders()))
    if not parts:
        raise Unreadable("This mail has no text that can be read. Save its text as plain text.")
    return parts


def _readable_parts(mail: Any) -> list[str]:
    """The plain text of a mail without parts or, if it has parts, of each one that can be read. Of
    parts that the mail declares alternatives, only the first with a student's text is read; if
    none has one, all of them are."""
    if mail.is_multipart():
        inside = [_readable_parts(part) for part in mail.get_payload()]
        if mail.get_content_subtype() == "alternative":
            with_text = [parts for parts in inside if any(map(_DISAGREE.search, parts))]
            inside = with_text[:1] or inside
        return [*chain(*inside)]
    if mail.get_content_maintype() != "text":
        return []
    data = mail.get_payload(decode=True)
    charset = mail.get_content_charset()
    try:
        text = data.decode(charset, "replace") if charset else decoded(data)
    except (LookupError, ValueError):  # there is no such charset
        return []
    return [] if "\0" in text else [_plain(text, is_html=mail.get_content_subtype() == "html")]


def _texts_in(parts: list[str]) -> list[str]:
    """The texts of students in what was sent, each without its first line.

    Raises:
        Unreadable: there is none, or there are too many.
    """
    texts = [text for part in parts for text in _FIRST_LINE.split(_QUOTED.sub("", part))[1:]]
    if not texts:
        raise Unreadable(
            f'It has no "{DISAGREE}". Ask for the whole text from the feedback page, as plain text.'
        )
    if len(texts) > MAX_TEXTS_IN_FILE:
        raise Unreadable(f"It holds more than {MAX_TEXTS_IN_FILE} texts. Split it.")
    return texts


def _parsed(text: str, sent: str) -> Inquiry:
    """The inquiry in one of the texts of a mail.

    Args:
        sent: the whole mail.
    """
    head, *rest = re.split(in_any_spacing(REASON), text, maxsplit=1)
    reason = "".join(rest)
    fields: dict[str, str] = {}
    for name, value in _FIELD.findall(head):
        fields.setdefault(name, value.strip())
    if lacking := [name for name in ("Homework", "Student", "Exercise") if name not in fields]:
        raise Unreadable(f"It lacks {', '.join(lacking)}. Ask for the whole text.")
    return Inquiry(
        student=fields["Student"],
        homework=fields["Homework"],
        exercise=fields["Exercise"].partition(",")[0].strip(),
        reason=cut_short(reason.strip()),
        digest=sha256(" ".join(reason.split() or sent.split()).encode("utf-8", "replace"))[:16],
    )
