"""Reads and writes small files with care."""

import errno
import hashlib
import io
import json
import os
import secrets
import stat
import zipfile
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import fields
from functools import lru_cache, wraps
from pathlib import Path
from types import UnionType
from typing import Any, NoReturn, TypeVar, TypeVarTuple, cast, get_args, get_origin

from autograder.base.encodings import decoded
from autograder.base.failure import Failure

ZIP_BEGINS = b"PK\x03\x04"  # an office document is a zip, too
_LONG_AGO = (1980, 1, 1, 0, 0, 0)

More = TypeVarTuple("More")
T = TypeVar("T")


def require_file_or_nothing(path: Path, refusal: type[Failure] = Failure) -> bool:
    """Whether there is such a file.

    Raises:
        refusal: there is something else, such as a folder or a link to nowhere.
    """
    if not path.is_file() and os.path.lexists(path):
        what = "not a regular file" if path.exists() else "a link to nowhere"
        raise refusal(f"{path} is {what}. Replace it, or move it away.")
    return path.is_file()


def read_text(path: Path) -> str | None:
    """The text of a small file, which somebody may have edited with any program, stripped; None if
    there is no such file."""
    return decoded(path.read_bytes()).strip() if path.is_file() else None


def cached_until_changed(
    function: Callable[[Path, *More], T], most: int = 256
) -> Callable[[Path, *More], T]:
    """Remembers what a function makes of a file, its first argument, until the file changes.

    Args:
        most: how many results are remembered.
    """

    @lru_cache(most)
    def remembered(path: Path, _changed_at: int, _size: int, *more: *More) -> T:
        return function(path, *more)

    @wraps(function)
    def latest(path: Path, *more: *More) -> T:
        try:
            now = path.stat()
        except OSError:
            return function(path, *more)  # this raises the right error
        return remembered(path, now.st_mtime_ns, now.st_size, *more)

    return latest


def sha256(data: bytes) -> str:
    """The SHA-256 hash of some bytes, as hexadecimal text."""
    return hashlib.sha256(data).hexdigest()


def write_whole(path: Path, content: str | bytes) -> None:
    """Writes a file whole or not at all, even if the machine stops meanwhile. An existing file
    keeps its permissions; those of a new one follow the umask. If the path is a link, it stays one,
    and the file that it leads to is written.

    Raises:
        OSError: it cannot be written, or there is something other than a file, such as a device.
    """
    data = content.encode() if isinstance(content, str) else content
    if os.path.lexists(path) and not path.is_file():
        raise FileExistsError(errno.EEXIST, "There is something else than a file", str(path))
    path.parent.mkdir(parents=True, exist_ok=True)
    path = path.resolve()
    new = path.with_name(f".{secrets.token_hex(8)}")
    new.touch(exist_ok=False)
    try:
        if path.exists():
            new.chmod(stat.S_IMODE(path.stat().st_mode))
        with new.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())  # else the name may reach the disk before the content
        new.replace(path)
    except BaseException:  # the disk may be full, or somebody interrupts
        new.unlink(missing_ok=True)
        raise


@contextmanager
def refusing_damage(path: Path, advice: str, refusal: type[Exception] = Failure) -> Iterator[None]:
    """Within this context, a file is read. An error of a value, a type or a key there means that
    the file's content does not have the expected form, and is reported in one sentence.

    Args:
        advice: what to do if it is damaged, in a sentence.

    Raises:
        refusal: it is damaged.
    """
    try:
        yield
    except (ValueError, TypeError, LookupError, RecursionError):
        raise refusal(f"{path} is damaged. {advice}") from None


def read_json(path: Path, kind: type[T], advice: str, refusal: type[Exception] = Failure) -> T:
    """The content of a file of JSON; an empty dict or list if there is no such file.

    Args:
        kind: the type of the content: a dict or a list, such as `list` or `dict[str, int]`.
        advice: what to do if it is damaged, in a sentence.

    Raises:
        refusal: it is damaged, or its content has another type.
    """
    with refusing_damage(path, advice, refusal):
        value = json.loads(path.read_bytes()) if path.exists() else kind()
        if not _fits(value, kind):
            raise TypeError
    return value


def strict_json(text: str | bytes) -> object:
    """The value of a JSON text.

    Raises:
        ValueError: it is not JSON, or has NaN or an infinity, which Python itself would accept.
    """

    def refuse(constant: str) -> NoReturn:
        raise ValueError(constant)

    return json.loads(text, parse_constant=refuse)


def dataclass_from(kind: Callable[..., T], facts: Any) -> T:
    """The dataclass that was turned into this JSON, perhaps by another version of the autograder.
    Entries that are no longer fields are left out, and fields without an entry have their defaults.

    Raises:
        TypeError: the JSON does not stand for this dataclass, or a field has another type.
    """
    known = fields(cast(Any, kind))
    if not isinstance(facts, dict):
        raise TypeError("not a dict")
    made = kind(**{each.name: facts[each.name] for each in known if each.name in facts})
    if not all(_fits(getattr(made, each.name), each.type) for each in known):
        raise TypeError("a field has another type")
    return made


def _fits(value: object, kind: Any) -> bool:
    """Whether a value has a type, down to its entries."""
    if isinstance(value, list | dict) and get_origin(kind) is type(value):
        parts = value.values() if isinstance(value, dict) else value
        return all(_fits(each, get_args(kind)[-1]) for each in parts)
    if isinstance(kind, UnionType):
        return any(_fits(value, each) for each in get_args(kind))
    return type(value) is kind or (kind is float and type(value) is int)


def write_json(path: Path, value: object) -> None:
    """Writes JSON for the next command, and for people who look at it."""
    write_whole(path, json.dumps(value, indent=1, ensure_ascii=False) + "\n")


def write_zip(path: Path, files: dict[str, bytes], programs: Collection[str] = ()) -> None:
    """Writes files as a zip, and makes `programs` executable. Equal files give equal bytes."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for name in sorted(files):
            entry = zipfile.ZipInfo(name, _LONG_AGO)
            entry.external_attr = (0o100755 if name in programs else 0o100644) << 16
            archive.writestr(entry, files[name], zipfile.ZIP_DEFLATED)
    write_whole(path, file.getvalue())
