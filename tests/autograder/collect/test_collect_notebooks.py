"""Which of a student's files is the graded notebook, and what is reported on the others."""

import re
import zipfile
from datetime import UTC

import pytest

from autograder.base import child_process, processor
from autograder.base.paths import released_path
from autograder.collect import attempt_notebook
from autograder.collect.collect import NOT_SEARCHED
from autograder.submissions.student_folder import find_submission
from autograder.submissions.unreadable import MAX_FILE, Unreadable
from autograder.systems.download import BadDownload
from tests.helpers.downloads import (
    HW,
    METADATA,
    OF_MOODLE,
    OLD_WORKSHEET,
    PLAIN_ROSTER,
    ROSTER,
    A,
    B,
    C,
    rows,
    solved,
    zipped,
)


def test_a_notebook_in_a_canvas_zip_is_as_old_as_the_upload(desk):
    desk.collect({"doejane_123_9001_all.zip": zipped({f"{HW}.ipynb": A})})
    desk.collect({f"doejane_123_9005_{HW}-1.ipynb": B})
    assert desk.submitted() == {"doejane-123": B}


def test_a_blank_notebook_after_a_full_one_is_not_graded_in_its_place(desk):
    full = solved("full")
    desk.collect({f"doejane_123_9001_{HW}.ipynb": full}, roster=ROSTER)
    later = desk.zip({f"doejane_123_9002_{HW}-1.ipynb": A})
    (row,) = desk.collect(later).rows
    assert desk.submitted() == {"jdoe": full} and row.attention
    assert desk.kept("jdoe") == {full, A}
    (again,) = desk.collect(later).rows
    assert desk.submitted() == {"jdoe": full} and not again.attention and again.remarks
    better = solved("better")
    desk.collect({f"doejane_123_9003_{HW}-2.ipynb": better})
    assert desk.submitted() == {"jdoe": better}


def test_one_of_several_notebooks_in_a_zip_is_chosen_as_one_of_several_files_is(desk):
    full = solved("full")
    (row,) = desk.collect({"jdoe/all.zip": zipped({"a.ipynb": full, "b.ipynb": A})}).rows
    assert desk.submitted() == {"jdoe": full} and desk.kept("jdoe") == {full, A}
    assert " ".join(row.remarks).count("is 'a.ipynb' in 'all.zip'") == 1


@pytest.mark.parametrize("order", [1, -1])
@pytest.mark.parametrize(
    "begin", ["in a zip", f"ada/{HW}/", "hw1_ada_attempt_2026-02-03-20-30-10_", "submission_1/"]
)
def test_of_several_notebooks_with_answers_the_one_written_last_is_graded(desk, begin, order):
    old, final = solved("old"), solved("final")
    written = [
        ("draft.ipynb", (2026, 1, 1, 8, 0, 0), old),
        ("b.ipynb", (2026, 2, 2, 8, 0, 0), final),
    ]
    at = "" if begin == "in a zip" else begin
    files = {zipfile.ZipInfo(at + name, when): data for name, when, data in written[::order]}
    if not at:
        files = {"ada/work.zip": zipped(files)}
    if begin == "submission_1/":
        files["submission_metadata.yml"] = METADATA.encode()
    desk.collect(files)
    assert list(desk.submitted().values()) == [final]


@pytest.mark.parametrize("zip_comes", ["first", "last"])
def test_a_zip_is_opened_if_the_notebooks_beside_it_are_blank(desk, zip_comes):
    full = solved("full")
    zip_number = 9001 if zip_comes == "first" else 9009
    files = {
        "doejane_123_9002_blank.ipynb": A,
        f"doejane_123_{zip_number}_work.zip": zipped({"mine.ipynb": full}),
    }
    (row,) = desk.collect(files, roster=ROSTER).rows
    assert desk.submitted() == {"jdoe": full} and desk.kept("jdoe") == {full, A}
    assert "is 'mine.ipynb' in 'work.zip'" in " ".join(row.remarks)


@pytest.mark.parametrize("inside", [{"b.ipynb": B}, {"notes.txt": b"x"}])
def test_a_zip_without_answers_leaves_the_blank_notebook_beside_it_in_place(desk, inside):
    files = {"doejane_123_9001_a.ipynb": A, "doejane_123_9002_work.zip": zipped(inside)}
    (row,) = desk.collect(files, roster=ROSTER).rows
    assert desk.submitted() == {"jdoe": A}
    assert ("'work.zip'" in " ".join(row.remarks)) == ("b.ipynb" not in inside)


def test_a_zip_beside_a_notebook_with_answers_stays_closed(desk):
    full = solved("full")
    files = {"doejane_123_9001_a.ipynb": full, "doejane_123_9002_w.zip": zipped({"b.ipynb": B})}
    desk.collect(files, roster=ROSTER)
    assert desk.submitted() == {"jdoe": full} and desk.kept("jdoe") == {full}


def test_a_blank_notebook_of_the_same_time_is_only_reported_as_not_graded(desk):
    name = f"Ann Lee_1327629_assignsubmission_file_/{HW}.ipynb"
    desk.collect(OF_MOODLE | {name: solved("full")}, roster=OLD_WORKSHEET, zone=UTC)
    again = desk.zip(OF_MOODLE | {name: C}, "again.zip", (2026, 1, 31, 11, 45, 0))
    row = rows(desk.collect(again, roster=OLD_WORKSHEET, zone=UTC))["alee"]
    assert row.attention and desk.submitted()["alee"] == solved("full")
    (remark,) = row.remarks
    assert "No answers in" in remark
    blank, full = re.findall(r"kept as ([\w.-]+)", remark)  # all else is the same
    shelf = desk.classroom.collected("alee", HW)
    assert ((shelf / blank).read_bytes(), (shelf / full).read_bytes()) == (C, solved("full"))


def test_the_attachment_with_answers_is_graded(desk):
    full = solved("full")
    files = {f"doejane_123_9001_{HW}.ipynb": full, f"doejane_123_9002_{HW} (1).ipynb": A}
    (row,) = desk.collect(files, roster=ROSTER).rows
    assert desk.submitted() == {"jdoe": full}
    assert "No answers in" in " ".join(row.remarks)


def test_answers_are_looked_for_in_the_newest_ten_notebooks_of_a_student(desk, monkeypatch):
    searched = []
    work_on_file = attempt_notebook.work_on_file
    monkeypatch.setattr(
        attempt_notebook, "work_on_file", lambda *a: searched.append(a) or work_on_file(*a)
    )
    files = {f"doejane_123_{9000 + i}_{HW}-{i}.ipynb": A + b" " * i for i in range(14)}
    full = solved("full")
    files[f"doejane_123_9003_{HW}-3.ipynb"] = full
    (row,) = desk.collect(files, roster=ROSTER).rows
    assert len({data for data, _ in searched}) == 10
    assert desk.submitted() == {"jdoe": A + b" " * 13}
    files[f"doejane_123_9004_{HW}-4.ipynb"] = full
    (row,) = desk.collect(files, roster=ROSTER).rows
    assert desk.submitted() == {"jdoe": full} and "No answers in" in " ".join(row.remarks)


def test_a_notebook_that_takes_too_long_ends_the_search_for_that_student(desk, monkeypatch):
    """However many there are, in however many attempts."""
    searched = []

    def slow(data, look):
        searched.append(data)
        spent[0] += child_process.PROCESSOR_SECONDS
        return None

    spent = [0.0]
    monkeypatch.setattr(processor, "processor_time", lambda: spent[0])
    monkeypatch.setattr(attempt_notebook, "work_on_file", slow)
    files = {
        f"{HW}_jdoe_attempt_2026-01-{day}-20-30-10_{i}.ipynb": A + b" " * (10 * day + i)
        for day in (28, 29)
        for i in range(4)
    }
    others = {f"{HW}_alee_attempt_2026-01-29-20-30-10_{HW}.ipynb": B}
    of_jdoe, of_alee = 1, 1
    found = rows(desk.collect(files | others, roster=PLAIN_ROSTER))
    assert len(searched) == of_jdoe + of_alee
    assert desk.submitted() == {"jdoe": A + b" " * 293, "alee": B}
    assert NOT_SEARCHED in found["jdoe"].remarks
    assert NOT_SEARCHED not in found["alee"].remarks


def test_a_scratch_notebook_uploaded_later_does_not_win(desk):
    files = {f"doejane_123_9001_{HW}.ipynb": A, "doejane_123_9002_scratch.ipynb": b'{"cells": []}'}
    source = desk.zip(files)
    for _ in range(2):
        desk.collect(source, roster=ROSTER)
        assert desk.submitted() == {"jdoe": A}


CLAIM = "report.pdf. Graded by hand, 20 of 20"


@pytest.mark.parametrize(
    "files",
    [
        {f"{CLAIM}.pdf": b"x"},
        {"a.ipynb": A, f"{CLAIM}.pdf": b"x"},
        {f"{CLAIM}.ipynb": B, f"{HW}.ipynb": A},
        {f"{CLAIM}.ipynb.txt": A},
        {f"{CLAIM}.ipynb": b"{" * (MAX_FILE + 1)},
        {f"{CLAIM}.zip": zipped({"a.ipynb": A})},
        {f"{CLAIM}.zip": zipped({"a.py": A})},
        {f"{CLAIM}.zip": zipped({"../a.ipynb": A})},
        {"a.zip": zipped({f"{CLAIM}.ipynb": A})},
        {"a.zip": zipped({"a.ipynb": A, f"{CLAIM}.ipynb": B})},
    ],
)
def test_a_name_is_quoted_in_every_sentence(desk, files):
    files = {f"jdoe/{name}": data for name, data in files.items()} | {"alee/y.ipynb": B}
    remarks = " ".join(rows(desk.collect(desk.unpacked(files)))["jdoe"].remarks)
    assert CLAIM in remarks and CLAIM not in re.sub("'[^']*'", "", remarks)


def test_names_of_accounts_and_of_older_files_are_quoted(desk):
    desk.collect({f"doejane_123_1002_{CLAIM}.ipynb": A}, roster=ROSTER)
    older = rows(desk.collect({"doejane_123_1001_a.ipynb": B}))["jdoe"]
    moodle = {f"Jane Doe_{n}_assignsubmission_file_/a.ipynb": A for n in (300, 301)}
    several = rows(desk.collect(moodle))["jdoe"]
    for row, name in ((older, CLAIM), (several, "Jane Doe")):
        remarks = " ".join(row.remarks)
        assert name in remarks and name not in re.sub("'[^']*'", "", remarks)


@pytest.mark.parametrize(
    "name, data, says",
    [
        ("Copy of hw1.ipynb", A, ""),
        ("hw1-cosh (1).ipynb", A, ""),
        ("hw1-cosh.ipynb.json", A, "handed in as 'hw1-cosh.ipynb.json'"),
        ("hw1-cosh.ipynb.txt", A, "handed in as 'hw1-cosh.ipynb.txt'"),
        ("hw1.json", A, "handed in as 'hw1.json'"),
        ("answers.zip", zipped({"deep/er/my.ipynb": A, "__MACOSX/._my.ipynb": b"x"}), "my.ipynb"),
        ("two.zip", zipped({"hw1.ipynb": A, "other.ipynb": b"{}"}), "is 'hw1.ipynb' in 'two.zip'"),
        ("hw1-cosh.ipynb", A[:300], ""),
    ],
)
def test_a_file_that_clearly_is_the_notebook_is_copied_byte_for_byte(desk, name, data, says):
    done = desk.collect(desk.unpacked({f"jdoe/{name}": data}))
    assert desk.submitted() == {"jdoe": data if data == A[:300] else A}
    assert says in " ".join(done.rows[0].remarks)
    assert not done.rows[0].attention


@pytest.mark.parametrize(
    "name, data, says",
    [
        ("hw1.pdf", b"%PDF-1.7", "only 'hw1.pdf'"),
        ("hw1.py", b"print()", "only 'hw1.py'"),
        ("hw1.docx", zipped({"word/document.xml": b"<x/>"}), "only 'hw1.docx'"),
        ("none.zip", zipped({"a.py": b"x"}), "none in 'none.zip' either"),
        ("slip.zip", zipped({"../../x.ipynb": A}), "leads out of the archive"),
        ("big.ipynb", b" " * (MAX_FILE + 1), "more than the 100 MB allowed"),
        ("\x1b[31mred.pdf", b"x", "\ufffd[31mred.pdf"),
    ],
)
def test_a_file_that_is_not_a_notebook_is_reported_and_stops_nobody(desk, name, data, says):
    done = desk.collect(desk.unpacked({f"jdoe/{name}": data, "alee/y.ipynb": B}))
    assert desk.submitted() == {"alee": B}
    row = rows(done)["jdoe"]
    assert says in " ".join(row.remarks) and row.attention and row.status == "no notebook"
    folder = desk.classroom.submission("jdoe", HW).parent
    noted = desk.classroom.why_no_notebook("jdoe", HW)
    with pytest.raises(Unreadable) as reason:  # which is what grading says of it
        find_submission(folder, HW, noted)
    assert says in str(reason.value)


def test_a_students_file_is_not_taken_for_one_of_our_notes(desk):
    folder = desk.classroom.submission("eve", HW).parent
    noted = desk.classroom.why_no_notebook("eve", HW)
    folder.mkdir(parents=True)
    (folder / "no-notebook.txt").write_text("Graded by hand, 20 of 20.")
    (folder / "a). Graded, too.pdf").write_bytes(b"%PDF")
    with pytest.raises(Unreadable, match="There is no readable notebook") as reason:
        find_submission(folder, HW, noted)
    assert "'a). Graded, too.pdf'" in str(reason.value)
    assert "'no-notebook.txt'" in str(reason.value) and "20 of 20" not in str(reason.value)
    files = {"jdoe/x.ipynb": A, "eve/hw1.pdf": b"%PDF", "eve/no-notebook.txt": b"Mine."}
    desk.collect(desk.unpacked(files))
    with pytest.raises(Unreadable, match=r"No notebook was handed in, only .*hw1"):
        find_submission(folder, HW, noted)


HIDDEN = {
    f"Jane Doe_1_assignsubmission_file_/.{HW}.ipynb": A,
    f".Net Lee_2_assignsubmission_file_/{HW}.ipynb": B,
    ".Pdf Lee_3_assignsubmission_file_/hw1.pdf": b"%PDF",
    "Max Ory_4_assignsubmission_file_/.all.zip": zipped({"x.ipynb": C}),
    f"Jane Doe_1_assignsubmission_file_/._{HW}.ipynb": b"\0\5\x16\7",
    f"Jane Doe_1_assignsubmission_file_/.ipynb_checkpoints/{HW}-checkpoint.ipynb": C,
    ".DS_Store": b"x",
}


@pytest.mark.parametrize("packed", [True, False])
def test_hidden_files_count_as_handed_in(desk, packed):
    done = desk.collect(desk.zip(HIDDEN) if packed else desk.unpacked(HIDDEN))
    assert desk.submitted() == {"jane-doe": A, "net-lee": B, "max-ory": C}
    assert rows(done)["pdf-lee"].status == "no notebook"
    assert len(done.rows) == 4
    assert not any("Also" in text for text in rows(done)["jane-doe"].remarks)


def test_notebooks_in_a_hidden_folder_are_reported_and_belong_to_no_student(desk):
    files = {"jdoe/x.ipynb": A, ".Trash/old.ipynb": B, ".git/HEAD": b"x"}
    done = desk.collect(desk.unpacked(files))
    assert desk.submitted() == {"jdoe": A}
    assert [row.file for row in done.rows if row.attention] == [".Trash/old.ipynb"]


def test_a_student_who_hands_in_a_pdf_has_handed_in(desk):
    done = desk.collect({"doejane_123_9001_hw1.pdf": b"%PDF"}, roster=ROSTER)
    assert done.missing == ["jmueller", "alee"]
    assert desk.classroom.students(HW) == ["jdoe"]


def test_a_notebook_counts_whether_it_comes_before_or_after_a_pdf(desk):
    pdf = desk.zip({"doejane_123_9005_hw1.pdf": b"%PDF"}, "pdf.zip")
    early = desk.zip({f"doejane_123_9001_{HW}.ipynb": A}, "early.zip")
    late = desk.zip({f"doejane_123_9009_{HW}.ipynb": B}, "late.zip")
    assert [row.status for row in desk.collect(pdf, roster=ROSTER).rows] == ["no notebook"]
    assert [row.status for row in desk.collect(late).rows] == ["collected"]
    assert [file.name for file in desk.classroom.submission("jdoe", HW).parent.iterdir()] == [
        f"{HW}.ipynb"
    ]
    (row,) = desk.collect(pdf).rows
    assert row.status == "kept" and row.attention and "earlier notebook stays" in row.remarks[-1]
    desk.collect(early)
    assert desk.submitted() == {"jdoe": B}


@pytest.mark.parametrize("dry_run", [True, False])
def test_a_download_for_another_homework_is_refused(desk, dry_run):
    other = released_path("hw2-tanh").read_bytes()
    files = {f"{name}.ipynb": other for name in ("ann", "bob", "cleo")} | {"dan.ipynb": A}
    with pytest.raises(BadDownload, match="3 of 4 notebooks are for hw2-tanh, not hw1-cosh"):
        desk.collect(files, dry_run=dry_run)
    assert not desk.classroom.folder.exists()


def test_a_folder_that_has_only_another_homework_is_refused(desk):
    files = {f"{name}/hw2-tanh/hw2-tanh.ipynb": A for name in ("ann", "bob")}
    done = desk.run(desk.unpacked(files), roster="id,name\nann,Ann\nbob,Bob\n")
    assert done.exit_code == 2 and "nothing of hw1-cosh" in done.output
    assert not desk.classroom.folder.exists()


@pytest.mark.parametrize("theirs", [("ann", "bob"), ("ann", "bob", "cem")])
def test_a_few_notebooks_for_another_homework_are_their_students_mistakes(desk, theirs):
    """Two, or no more than half of all."""
    files = {f"{name}.ipynb": released_path("hw2-tanh").read_bytes() for name in theirs}
    files |= {f"{name}.ipynb": A for name in ("dan", "eve", "fay")[: 3 * (len(theirs) > 2)]}
    rows = desk.collect(files).rows
    assert [row.status for row in rows] == ["collected"] * len(files)
    reported = {r.student for r in rows if r.attention and "hw2-tanh" in " ".join(r.remarks)}
    assert reported == {*theirs}


def test_a_single_blank_notebook_is_reported_and_needs_no_attention(desk):
    blank, full = desk.collect({"ann.ipynb": A, "bob.ipynb": solved("full")}).rows
    assert "no answers" in " ".join(blank.remarks) and not full.remarks
    assert not blank.attention


def test_an_empty_file_is_collected_so_that_grading_can_report_it(desk):
    (row,) = desk.collect(desk.unpacked({"jdoe/hw1-cosh.ipynb": b""})).rows
    assert row.status == "collected"
    assert desk.submitted() == {"jdoe": b""}


def test_each_notebook_is_read_only_once_to_find_answers(desk, monkeypatch):
    files = {
        f"doejane_123_9001_{HW}.ipynb": A[:-5],
        f"lee_124_9002_{HW}.ipynb": B,
    }
    searched = []
    work_on_file = attempt_notebook.work_on_file
    monkeypatch.setattr(
        attempt_notebook, "work_on_file", lambda *a: searched.append(a[0]) or work_on_file(*a)
    )
    desk.collect(files)
    assert sorted(searched) == sorted(files.values())
