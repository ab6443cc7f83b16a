"""Recognises the homework of a file by nbgrader's ids in it, however damaged it is."""

import re
from itertools import islice
from pathlib import Path

from autograder.base.files import cached_until_changed
from autograder.base.paths import homeworks, released_path

MAX_IDS = 10_000  # nbgrader's ids in a file; a notebook has fewer cells
_GRADE_ID = re.compile(rb'"grade_id"\s*:\s*"([\w-]{1,100})"')


def has_ids_of(homework: str, data: bytes) -> bool:
    """Whether most of nbgrader's ids in a file are those of this homework's release."""
    return _are_of(homework, _ids_in(data))


def homework_of(data: bytes) -> str:
    """The released homework to which most of nbgrader's ids in a file belong; empty if there is
    none."""
    ids = _ids_in(data)
    return next((homework for homework in homeworks() if _are_of(homework, ids)), "")


def _are_of(homework: str, ids: frozenset[bytes]) -> bool:
    path = released_path(homework)
    if not path.exists():  # it is being released for the first time
        return False
    wanted = _released_ids(path)
    return len(wanted & ids) > len(wanted | ids) / 2


@cached_until_changed
def _released_ids(path: Path) -> frozenset[bytes]:
    return _ids_in(path.read_bytes())


def _ids_in(data: bytes) -> frozenset[bytes]:
    """nbgrader's ids in a file, however damaged it is. If there are more than a notebook can have,
    none are returned, since millions of them would take minutes and gigabytes."""
    ids = [match[1] for match in islice(_GRADE_ID.finditer(data), MAX_IDS + 1)]
    return frozenset(ids) if len(ids) <= MAX_IDS else frozenset()
