"""The list of a student's versions, which somebody may have edited or damaged."""

import json
from datetime import UTC, datetime

import pytest

from autograder.collect.versions import INDEX, Shelf, Version, newest_first

EARLY, LATER = (datetime(2026, 1, 30, hour, tzinfo=UTC) for hour in (10, 11))
ONE = Version("hash", "a.ipynb", "a.ipynb", "canvas", "7", 1.0, 1.0, at=EARLY)


@pytest.mark.parametrize(
    "changes",
    [
        {"at": "soon"},
        {"at": 5},
        {"written": "x", "at": None},
        {"order": ""},
        {"file": None},
        {"late": "no"},
    ],
)
def test_a_list_with_unusable_values_is_reported_as_damaged(tmp_path, changes):
    rows = [ONE.as_json(), ONE.as_json() | changes]
    (tmp_path / INDEX).write_text(json.dumps(rows))
    with pytest.raises(OSError, match="is damaged"):
        Shelf(tmp_path)


@pytest.mark.parametrize("row", [5, "at", ["at"], None, {}])
def test_a_list_of_something_else_is_reported_as_damaged(tmp_path, row):
    (tmp_path / INDEX).write_text(json.dumps([row]))
    with pytest.raises(OSError, match="is damaged"):
        Shelf(tmp_path)


def test_what_a_newer_version_has_noted_is_passed_over(tmp_path):
    (tmp_path / INDEX).write_text(json.dumps([ONE.as_json() | {"colour": "red"}]))
    assert Shelf(tmp_path).versions == [ONE]


def version(name: str, system="canvas", at=None, **more) -> Version:
    return Version(name, name, name, system, "7", **{"order": 1.0, "written": 1.0, "at": at} | more)


@pytest.mark.parametrize(
    ("versions", "names"),
    [
        ([], ""),
        ([version("a", order=1), version("b", order=2)], "ba"),
        ([version("a", order=2), version("b", order=1)], "ab"),
        ([version("a", written=2), version("b", written=1)], "ab"),
        ([version("a"), version("b")], "ba"),  # seen last
        ([version("a"), version("b", beside=True)], "a"),
        # Orders of two systems cannot be compared.
        ([version("a", order=9, at=EARLY), version("b", "moodle", at=LATER, order=1)], "ba"),
        ([version("a", order=1, at=EARLY), version("b", at=LATER, order=0)], "ab"),
    ],
)
def test_versions_are_ordered_by_their_system_or_else_by_their_times(versions, names):
    assert "".join(each.sha256 for each in newest_first(versions)) == names


@pytest.mark.parametrize(
    ("before", "again", "known"),
    [
        ({"at": EARLY, "order": 5}, {}, {"at": EARLY, "order": 5}),  # a time stays known
        ({"at": EARLY}, {"at": LATER, "order": 7}, {"at": LATER, "order": 7}),
        ({"at": EARLY, "order": 5}, {"system": "moodle"}, {"at": EARLY, "order": 1}),
        ({"late": True}, {}, {"late": True}),
        ({"late": True}, {"late": False}, {"late": False}),
        ({"origin": "x"}, {}, {"origin": "x"}),
    ],
)
def test_what_is_known_of_a_version_is_brought_up_to_date(tmp_path, before, again, known):
    shelf = Shelf(tmp_path)
    shelf.add(version("a", **before), b"a")
    shelf.save()
    shelf = Shelf(tmp_path)
    shelf.add(version("a", **again), b"a")
    (found,) = shelf.versions
    assert {name: getattr(found, name) for name in known} == known
    assert found.file == "a" and not shelf.is_new(found)


def test_a_file_from_the_future_is_as_new_as_when_it_was_first_seen(tmp_path):
    shelf = Shelf(tmp_path)
    assert shelf.order_of("a", now=100.0) == 100
    shelf.add(version("a", order=100.0), b"")
    assert shelf.order_of("a", now=200.0) == 100
    shelf.add(version("b", order=900.0), b"")
    assert shelf.order_of("b", now=200.0) == 200


def test_of_several_attempts_with_one_notebook_the_last_counts_as_seen_last(tmp_path):
    shelf = Shelf(tmp_path)
    for name in "aba":
        shelf.add(version(name), name.encode())
    assert [each.sha256 for each in shelf.versions] == ["b", "a"]
    shelf.save()
    assert {path.read_bytes() for path in tmp_path.glob("[ab]")} == {b"a", b"b"}
    assert shelf.content(version("a")) == b"a"
