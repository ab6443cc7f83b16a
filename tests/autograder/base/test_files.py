"""Small files that are read and written with care."""

import os
from pathlib import Path

import pytest

from autograder.base.failure import Failure
from autograder.base.files import read_json, write_json, write_whole
from autograder.base.trouble import what_to_do
from tests.helpers.full_disk import full_disk


def test_what_was_written_is_read_and_no_file_is_as_an_empty_one(tmp_path):
    assert read_json(tmp_path / "none.json", list, "") == []
    write_json(tmp_path / "some.json", {"a": ["Zoë"]})
    assert read_json(tmp_path / "some.json", dict, "") == {"a": ["Zoë"]}


@pytest.mark.parametrize("damaged", [b'{"a": [1', b"", b"[]", b"\xff\xfe{", b"[" * 99_999])
def test_damaged_json_is_refused_with_advice(tmp_path, damaged):
    path = tmp_path / "some.json"
    path.write_bytes(damaged)
    with pytest.raises(Failure, match=r"some\.json is damaged\. Rename it\."):
        read_json(path, dict, "Rename it.")


@pytest.mark.parametrize("other", [{"a": 5}, {"a": [5]}, {"a": None}, [], [["a"]]])
def test_json_of_another_form_is_refused_as_damaged(tmp_path, other):
    path = tmp_path / "some.json"
    write_json(path, {"a": ["b"], "c": []})
    assert read_json(path, dict[str, list[str]], "") == {"a": ["b"], "c": []}
    write_json(path, other)
    with pytest.raises(Failure, match="is damaged"):
        read_json(path, dict[str, list[str]], "")


def test_a_file_that_does_not_fit_leaves_the_old_one_and_no_trace(tmp_path):
    path = tmp_path / "marks"
    write_whole(path, "before")
    with full_disk(), pytest.raises(OSError):
        write_whole(path, "x" * 5000)
    assert path.read_text() == "before"
    assert list(tmp_path.iterdir()) == [path]


def test_a_text_that_has_no_bytes_leaves_the_old_file_and_no_trace(tmp_path):
    path = tmp_path / "marks"
    write_whole(path, "before")
    with pytest.raises(UnicodeEncodeError):
        write_whole(path, "\ud800")
    assert path.read_text() == "before"
    assert list(tmp_path.iterdir()) == [path]


def test_an_interrupted_write_leaves_the_old_file_and_no_trace(tmp_path, monkeypatch):
    path = tmp_path / "marks"
    write_whole(path, "before")

    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(Path, "replace", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write_whole(path, "after")
    assert path.read_text() == "before"
    assert list(tmp_path.iterdir()) == [path]


def test_a_file_is_on_the_disk_before_it_gets_its_name(tmp_path, monkeypatch):
    path, seen = tmp_path / "marks", []
    flush = os.fsync

    def noted(descriptor: int) -> None:
        seen.append((os.fstat(descriptor).st_size, path.exists()))
        flush(descriptor)

    monkeypatch.setattr(os, "fsync", noted)
    write_whole(path, "after")
    assert seen == [(5, False)] and path.read_text() == "after"


def test_rewriting_a_file_keeps_it_private(tmp_path):
    path = tmp_path / "roster.csv"
    write_whole(path, "before")
    path.chmod(0o600)
    write_whole(path, "after")
    assert path.read_text() == "after" and path.stat().st_mode & 0o777 == 0o600


def test_rewriting_a_linked_file_writes_what_it_leads_to(tmp_path):
    shared, link = tmp_path / "shared.csv", tmp_path / "class" / "extensions.csv"
    write_whole(shared, "before")
    link.parent.mkdir()
    link.symlink_to("../shared.csv")
    write_whole(link, "after")
    assert link.is_symlink() and shared.read_text() == "after"
    assert [*link.parent.iterdir()] == [link]


@pytest.mark.parametrize("kind", ["fifo", "folder", "link to a device", "link to nowhere", "pipe"])
def test_what_is_no_regular_file_is_not_replaced(tmp_path, kind):
    path = tmp_path / "marks.csv"
    reading, writing = os.pipe()
    if kind == "fifo":
        os.mkfifo(path)
    elif kind == "folder":
        path.mkdir()
    elif kind == "pipe":
        path = Path(f"/dev/fd/{writing}")
    else:
        path.symlink_to("/dev/null" if "device" in kind else "nowhere")
    before = path.lstat().st_mode
    with pytest.raises(FileExistsError) as refused:
        write_whole(path, "after")
    assert path.lstat().st_mode == before and not (tmp_path / "nowhere").exists()
    assert str(path) in what_to_do(refused.value)
    os.close(reading)
    os.close(writing)
