"""Collecting from hostile and broken archives."""

import io
import os
import stat
import zipfile
from datetime import UTC, datetime

import pytest

from autograder.collect import archive, student_work
from autograder.collect.archive import MAX_MEMBERS
from autograder.collect.wrong_download import MAX_ATTEMPTS_READ, refuse_other_files
from autograder.people.roster import Roster
from autograder.submissions import candidates
from autograder.submissions.handed_in_file import File
from autograder.submissions.homework_ids import homework_of
from autograder.submissions.student_folder import find_submission
from autograder.submissions.unreadable import MAX_FILE, MAX_TOGETHER
from autograder.systems.all_systems import attempts_in
from autograder.systems.download import BadDownload, Download
from tests.helpers.clock import takes_less_than
from tests.helpers.downloads import (
    CANVAS,
    GRADESCOPE,
    HW,
    MOODLE,
    PLAIN_ROSTER,
    ROSTER,
    A,
    B,
    C,
    Desk,
    rows,
    zipped,
)
from tests.helpers.unlisted import refuse_to_list

NOW = datetime(2026, 1, 30, tzinfo=UTC)


def link(name: str) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name)
    info.external_attr = (stat.S_IFLNK | 0o777) << 16
    return info


@pytest.mark.parametrize(
    "name",
    [
        "../jdoe.ipynb",
        "a/../../jdoe.ipynb",
        "/etc/jdoe.ipynb",
        "C:\\x\\jdoe.ipynb",
        "..\\jdoe.ipynb",
    ],
)
def test_a_file_that_leads_out_of_the_archive_is_left_out_and_reported(desk, name):
    done = desk.collect({"alee.ipynb": A, name: B})
    assert desk.submitted() == {"alee": A}
    (left,) = (row for row in done.rows if row.student != "alee")
    assert left.attention and left.status in ("not taken", "no notebook")
    assert {path.name for path in desk.folder.iterdir()} == {"class", "download.zip"}
    assert not any(data == B for data, _ in desk.everything().values())


def test_a_file_with_an_empty_name_keeps_no_other_file_out(desk):
    def nameless(name: str) -> bytes:  # readers of zips end a name at NUL
        return zipped({name: A, "NUL.txt": b""}).replace(b"NUL.txt", b"\0UL.txt")

    name = "hw1_{}_attempt_2026-01-30-20-30-10_x"
    inside = nameless(f"{HW}.ipynb")
    desk.collect({name.format("alee") + ".zip": inside, name.format("bo") + ".ipynb": B})
    assert desk.submitted() == {"alee": A, "bo": B}
    source = desk.folder / "nameless.zip"
    source.write_bytes(nameless("jdoe.ipynb"))
    done = desk.collect(source)
    assert desk.submitted()["jdoe"] == A and rows(done)[""].attention


@pytest.mark.parametrize("name", ["\\", "\\\\", ".", ".\\."])
def test_a_file_without_a_name_in_gradescopes_folder_leaves_the_export_recognised(desk, name):
    files = {zipfile.ZipInfo(f"assignment_7_export/submission_2/{name}"): b"x"}
    done = desk.collect(GRADESCOPE | files, roster=ROSTER)
    assert done.system == "gradescope"
    assert desk.submitted() == {"jdoe": A, "jmueller": B, "alee": B}


def test_links_are_not_followed(desk):
    secret = desk.folder / "secret.ipynb"
    secret.write_bytes(C)
    source = desk.zip({link("jdoe.ipynb"): str(secret), zipfile.ZipInfo("alee.ipynb"): B})
    done = desk.collect(source)
    assert desk.submitted() == {"alee": B}
    assert "a link" in " ".join(rows(done)["jdoe"].remarks)
    folder = desk.unpacked({"alee.ipynb": B})
    (folder / "jdoe.ipynb").symlink_to(secret)
    (folder / "eve").symlink_to(desk.folder)
    done = desk.collect(folder)
    assert desk.submitted() == {"alee": B}


@pytest.mark.parametrize(
    "name", ["jdoe", "Jane Doe_1327627_assignsubmission_file_", "assignment_7_export/submission_1"]
)
def test_a_folder_that_cannot_be_listed_is_reported_as_its_students(desk, monkeypatch, name):
    of_system = GRADESCOPE if "/" in name else MOODLE if "_" in name else {"alee/a.ipynb": B}
    folder = desk.unpacked({**of_system, f"{name}/{HW}.ipynb": A})
    refuse_to_list(monkeypatch, folder / name)
    done = desk.collect(folder, roster=PLAIN_ROSTER)
    assert "jdoe" not in done.missing and B in desk.submitted().values()
    left = rows(done)["jdoe"]
    assert left.status == "no notebook" and left.attention
    assert "Permission denied" in " ".join(left.remarks)


def test_a_download_that_cannot_be_listed_is_not_called_empty(desk, monkeypatch):
    folder = desk.unpacked({"alee.ipynb": B})
    refuse_to_list(monkeypatch, folder)
    with pytest.raises(PermissionError):
        desk.collect(folder)


@pytest.mark.parametrize(
    "place", ["submitted/alee", f"submitted/alee/{HW}", f"collected/{HW}/alee"]
)
def test_a_link_in_the_class_folder_changes_nobody_elses_files(desk, place):
    desk.collect(desk.unpacked({"jdoe.ipynb": A}, "first"))
    link = desk.classroom.folder / place
    link.parent.mkdir(parents=True, exist_ok=True)
    link.symlink_to(str(link).replace("alee", "jdoe"))
    before = desk.everything()
    (row,) = desk.collect(desk.unpacked({"alee.ipynb": C}, "second")).rows
    assert (row.status, row.attention) == ("not taken", True)
    assert "a link" in row.remarks[0]
    assert desk.everything() == before


@pytest.mark.parametrize("name", [f"{HW}.ipynb", "timestamp.txt"])
def test_a_link_in_a_students_folder_changes_nobody_elses_file(desk, name):
    theirs = desk.classroom.submission("jdoe", HW).with_name(name)
    link = desk.classroom.submission("alee", HW).with_name(name)
    for file in (theirs, link):
        file.parent.mkdir(parents=True)
    theirs.write_bytes(B)
    os.utime(theirs, (1, 1))
    link.symlink_to(theirs)
    (row,) = desk.collect({"hw1_alee_attempt_2026-01-30-20-30-10_a.ipynb": C}).rows
    assert theirs.read_bytes() == B and link.is_symlink()
    assert (row.status, row.attention) == ("not taken", True)


def test_the_class_folder_may_be_a_link(desk):
    real = desk.folder / "elsewhere"
    real.mkdir()
    desk.classroom.folder.symlink_to(real)
    desk.collect(CANVAS, roster=ROSTER)
    assert desk.submitted() == {"jdoe": A, "jmueller": B, "alee": C}
    assert find_submission(desk.classroom.submission("alee", HW).parent, HW)


def test_a_students_bomb_costs_only_that_student(desk):
    inner = zipped({"hw1-cosh.ipynb": bytes(MAX_FILE + 1)})
    files = {"jdoe.ipynb": bytes(MAX_FILE + 1), "eve.zip": inner, "alee.ipynb": B}
    done = desk.collect(files)
    assert desk.submitted() == {"alee": B}
    assert rows(done)["jdoe"].attention and rows(done)["eve"].attention


def test_a_compressed_download_is_read_like_any_other(desk):
    path = desk.folder / "compressed.zip"
    path.write_bytes(
        zipped({f"jdoe_1_1_{HW}.ipynb": A, f"alee_2_2_{HW}.ipynb": B}, compressed=True)
    )
    assert path.stat().st_size < len(A) + len(B)
    desk.collect(path, system="canvas")
    assert sorted(desk.submitted().values()) == sorted([A, B])


def test_one_students_many_bombs_keep_nobody_else_out(desk):
    bombs = {f"eve_7_{9000 + i}_x{i}.ipynb": bytes(50_000_000) for i in range(6)}
    files = {f"jdoe_1_1_{HW}.ipynb": A, f"alee_2_2_{HW}.ipynb": B}
    with takes_less_than(30):
        done = desk.collect(files | bombs, system="canvas")
    assert {A, B} <= set(desk.submitted().values())
    assert rows(done)["eve-7"].remarks
    assert sum(map(len, desk.kept("eve-7"))) <= MAX_TOGETHER


def test_a_bomb_is_not_unpacked_and_keeps_nobody_elses_notebook_out(desk, monkeypatch):
    monkeypatch.setattr(archive, "MAX_UNPACKED", 10**7)
    bombs = {f"eve{i}.ipynb": bytes(20_000_000) for i in range(20)}
    source = desk.folder / "bomb.zip"
    source.write_bytes(zipped(bombs | {"jdoe.ipynb": A, "alee.ipynb": B}, compressed=True))
    done = desk.collect(source)
    assert desk.submitted() == {"jdoe": A, "alee": B}
    assert all(row.attention for row in done.rows if row.student.startswith("eve"))


def test_only_the_newest_of_one_students_many_large_files_are_read(desk, monkeypatch):
    files = {f"eve_7_{9000 + i}_x.ipynb": B + b" " * i for i in range(9)}
    monkeypatch.setattr(candidates, "MAX_TOGETHER", 2 * len(B) + 20)
    done = desk.collect(files, system="canvas")
    assert desk.submitted() == {"eve-7": B + b" " * 8}
    assert desk.kept("eve-7") == {B + b" " * 8, B + b" " * 7}
    assert any("together" in remark for remark in rows(done)["eve-7"].remarks)


def test_only_the_newest_of_one_students_many_large_attempts_are_read(desk, monkeypatch):
    monkeypatch.setattr(student_work, "MAX_TOGETHER", 2 * len(B) + 20)
    sizes = range(9)
    files = {
        f"hw1_eve_attempt_2026-01-30-20-0{i}-10_x.zip": zipped({"x.ipynb": B + b" " * i})
        for i in sizes
    }
    done = desk.collect(files | {f"hw1_alee_attempt_2026-01-30-20-30-10_{HW}.ipynb": A})
    assert desk.submitted() == {"eve": B + b" " * 8, "alee": A}
    assert desk.kept("eve") == {B + b" " * 8, B + b" " * 7}
    assert any("2 of 9 attempts" in remark for remark in rows(done)["eve"].remarks)


def test_the_same_fault_of_many_attempts_is_told_once(desk):
    files = {f"hw1_eve_attempt_2026-01-30-20-0{i}-10_x.pdf": b"%PDF" for i in range(9)}
    (eve,) = desk.collect(files).rows
    assert eve.attention and len(eve.remarks) == len(set(eve.remarks))


def test_few_of_one_students_attempts_are_read_to_recognise_the_homework(desk, monkeypatch):
    read = []
    monkeypatch.setattr(File, "read", lambda file, *_: read.append(file) or b"%PDF")
    name = "hw1_{}_attempt_2026-01-30-20-{:02}-10_x.ipynb"
    opened_files = [File(name.format("eve", i), 4, NOW, "", io.BytesIO) for i in range(50)]
    attempts, _ = attempts_in(Download(opened_files, HW, Roster(), None), "blackboard")
    refuse_other_files(attempts, HW, desk.folder)
    assert len(attempts) == 50 and len(read) <= MAX_ATTEMPTS_READ


@pytest.mark.parametrize("unpacked", [True, False])
def test_one_student_with_too_many_files_keeps_nobody_else_out(desk, monkeypatch, unpacked):
    monkeypatch.setattr(archive, "MAX_MEMBERS", 30)
    monkeypatch.setattr(archive, "MAX_OF_ONE", 10)
    files = {f"all/ann/{HW}.ipynb": A, f"all/bob/{HW}.ipynb": B}
    files |= {f"all/eve/.git/{i}": b"" for i in range(40)} | {f"all/eve/x/{HW}.ipynb": C}
    desk.collect(desk.unpacked(files) if unpacked else desk.zip(files))
    assert desk.submitted() == {"ann": A, "bob": B, "eve": C}


def test_a_file_with_a_million_ids_does_not_stall_the_command():
    data = b",".join(b'"grade_id":"%x"' % i for i in range(1_000_000))
    with takes_less_than(1):
        assert homework_of(data) == ""


def test_too_many_files_are_refused(desk):
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w") as archive:
        for i in range(MAX_MEMBERS + 1):
            archive.writestr(f"{i}", b"")
    source = desk.folder / "many.zip"
    source.write_bytes(held.getvalue())
    with pytest.raises(BadDownload, match="50,001 files"):
        desk.collect(source)


def test_a_zip_in_a_zip_may_not_unpack_to_many_times_its_size(desk):
    inner = zipped({f"{i}/hw1.ipynb": bytes(15_000_000) for i in range(12)})
    done = desk.collect({"eve/all.zip": inner, "alee/hw1.ipynb": B})
    assert desk.submitted() == {"alee": B}
    assert "180 MB" in " ".join(rows(done)["eve"].remarks)


def test_encrypted_broken_and_missing_downloads_are_refused_with_advice(desk):
    data = bytearray(zipped({"jdoe.ipynb": A}))
    at = data.rindex(b"PK\x01\x02")
    data[at + 8] |= 1
    (desk.folder / "locked.zip").write_bytes(data)
    (desk.folder / "broken.zip").write_bytes(zipped({"jdoe.ipynb": A})[:-30])
    (desk.folder / "page.zip").write_bytes(b"<html>sign in</html>")
    (desk.folder / "gradebook.csv").write_text(ROSTER, encoding="utf-8")
    for name, says in {
        "locked.zip": "is encrypted",
        "broken.zip": "is not a zip archive",
        "page.zip": "is not a zip archive",
        "missing.zip": "no file or folder",
        "gradebook.csv": "--roster",
    }.items():
        with pytest.raises(BadDownload, match=says):
            desk.collect(desk.folder / name)
    assert not desk.classroom.folder.exists()


def test_a_file_damaged_in_the_download_costs_only_its_student(desk):
    data = bytearray(zipped({"jdoe.ipynb": A, "alee.ipynb": B}))
    data[100:140] = bytes(40)
    (desk.folder / "d.zip").write_bytes(data)
    done = desk.collect(desk.folder / "d.zip")
    assert desk.submitted() == {"alee": B}
    assert "damaged in the download" in " ".join(rows(done)["jdoe"].remarks)


def test_umlauts_survive_zips_that_do_not_state_their_encoding(desk):
    dos = zipped({"J*rgen M*ller.ipynb": A}).replace(b"J*rgen M*ller", b"J\x81rgen M\x81ller")
    (desk.folder / "dos.zip").write_bytes(dos)
    desk.collect(desk.folder / "dos.zip", roster=PLAIN_ROSTER)
    assert desk.submitted() == {"jmueller": A}
    name = "Ju\u0308rgen Mu\u0308ller".encode()
    mac = zipped({"Ju??rgen Mu??ller.ipynb": B}).replace(b"Ju??rgen Mu??ller", name)
    (desk.folder / "mac.zip").write_bytes(mac)
    other = Desk(desk.folder / "other")
    other.folder.mkdir()
    other.collect(desk.folder / "mac.zip", roster=PLAIN_ROSTER)
    assert other.submitted() == {"jmueller": B}
