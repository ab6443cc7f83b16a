"""Downloads as the systems really name them, and a desk at which they are collected."""

import io
import json
import zipfile
from datetime import datetime
from pathlib import Path

from nbgrader.utils import parse_utc
from typer.testing import CliRunner

from autograder.base.classroom import Classroom
from autograder.base.paths import released_path
from autograder.cli import app
from autograder.collect.collect import CollectOptions, collect
from autograder.rules.policy import Policy

HW = "hw1-cosh"
ROSTER = (
    "Student,ID,SIS User ID,SIS Login ID,Section\n"
    '"Doe, Jane",123,S1,jdoe,A\n"Müller, Jürgen",124,S2,jmueller,A\n"Lee, Ann",125,S3,alee,A\n'
)
PLAIN_ROSTER = "id,name,email\njdoe,Jane Doe,jane@x.org\njmueller,Jürgen Müller,\nalee,Ann Lee,\n"


def notebook(mark="") -> bytes:
    """A notebook of the homework; each mark gives different bytes."""
    raw = json.loads(released_path(HW).read_text(encoding="utf-8"))
    raw["cells"].append({"cell_type": "markdown", "id": "own", "metadata": {}, "source": mark})
    return json.dumps(raw).encode()


A, B, C = notebook("a"), notebook("b"), notebook("c")


class Desk:
    """A class, and downloads for it."""

    def __init__(self, folder: Path):
        self.folder = folder
        self.classroom = Classroom(folder / "class")

    def zip(self, files: dict, name="download.zip", when=(2026, 1, 30, 20, 30, 10)) -> Path:
        path = self.folder / name
        path.write_bytes(zipped(files, when))
        return path

    def unpacked(self, files: dict, name="download") -> Path:
        for file, data in files.items():
            path = self.folder / name / file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        return self.folder / name

    def roster(self, text=ROSTER) -> Path:
        path = self.folder / "list.csv"
        path.write_text(text, encoding="utf-8")
        return path

    def collect(self, source: Path | dict, *, roster: Path | str | None = None, **options):
        """Collects a download, or files zipped as one, with a class list or its text."""
        source = self.zip(source) if isinstance(source, dict) else source
        roster = self.roster(roster) if isinstance(roster, str) else roster
        wished = {k: options.pop(k) for k in ("only_roster", "dry_run") if k in options}
        due = {HW: options.pop("due")} if "due" in options else {}
        rules = Policy(due=due, zone=options.pop("zone", None))
        wishes = CollectOptions(policy=rules, **wished)
        return collect(self.classroom, source, HW, new_list=roster, options=wishes, **options)

    def run(self, source, *words, homework=HW, roster: str | None = None):
        """Runs the command `collect` on such a download."""
        source = self.zip(source) if isinstance(source, dict) else source
        words = [*words, "--roster", self.roster(roster)] if roster else words
        words = ["collect", source, homework, "--class-dir", self.classroom.folder, *words]
        return CliRunner().invoke(app, [*map(str, words)], env={"COLUMNS": "200"})

    def submitted(self) -> dict[str, bytes]:
        files = {s: self.classroom.submission(s, HW) for s in self.classroom.students(HW)}
        return {s: file.read_bytes() for s, file in files.items() if file.exists()}

    def time(self, student) -> datetime | None:
        note = self.classroom.submission(student, HW).with_name("timestamp.txt")
        return parse_utc(note.read_text()) if note.exists() else None

    def kept(self, student) -> set[bytes]:
        folder = self.classroom.folder / "collected" / HW / student
        return {path.read_bytes() for path in folder.glob("*.ipynb")}

    def everything(self) -> dict[str, tuple[bytes, int]]:
        files = [path for path in self.classroom.folder.rglob("*") if path.is_file()]
        return {str(path): (path.read_bytes(), path.stat().st_mtime_ns) for path in files}


def zipped(files: dict, when=(2026, 1, 30, 20, 30, 10), compressed: bool = False) -> bytes:
    """A zip of files. Small ones are not compressed unless `compressed`, because compressing
    notebooks would take most of the time of these tests."""
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w") as archive:
        for name, data in files.items():
            info = name if isinstance(name, zipfile.ZipInfo) else zipfile.ZipInfo(name, when)
            is_small = len(data) < 10**6 and not compressed
            info.compress_type = zipfile.ZIP_STORED if is_small else zipfile.ZIP_DEFLATED
            archive.writestr(info, data)
    return held.getvalue()


def rows(done) -> dict:
    return {row.student: row for row in done.rows}


CANVAS = {
    f"doejane_123_9001_{HW}.ipynb": A,
    "müllerjürgen_LATE_124_9002_Copy of hw1-cosh.ipynb": B,
    f"leeann_125_9003_{HW}-1.ipynb": C,
}


def solved(mark: str) -> bytes:
    """The notebook with something in every cell to be filled in."""
    raw = json.loads(notebook(mark))
    for cell in raw["cells"]:
        if cell["metadata"].get("nbgrader", {}).get("solution"):
            cell["source"] = "answer = 1"
    return json.dumps(raw).encode()


MOODLE = {
    f"Jane Doe_1327627_assignsubmission_file_/{HW}.ipynb": A,
    "Jane Doe_1327627_assignsubmission_onlinetext_/onlinetext.html": b"<p>hello</p>",
    "Müller Jürgen_1327628_assignsubmission_file/Untitled.ipynb": B,
    "Ann Lee_1327629_assignsubmission_onlinetext_/onlinetext.html": b"<p>sorry</p>",
}
MOODLE_FLAT = {
    f"Jane Doe_1327627_assignsubmission_file_{HW}.ipynb": A,
    "Jürgen Müller_1327628_assignsubmission_file_my_default_file.ipynb": B,
}
WORKSHEET = (
    "Identifier,Full name,ID number,Status,Grade,{}\n"
    'Participant 1327627,Jane Doe,jdoe,Submitted,,"{}"\n'
    'Participant 1327629,Ann Lee,alee,Submitted,,"{}"\n'
)
OF_MOODLE = {
    f"Jane Doe_1327627_assignsubmission_file_/{HW}.ipynb": A,
    f"Ann Lee_1327629_assignsubmission_file_/{HW}.ipynb": B,
}
TIMES = "Last modified (submission)", "Friday, 30 January 2026, 11:58 PM"
OLD_WORKSHEET = WORKSHEET.format(*TIMES, "Saturday, 31 January 2026, 9:30 AM")
NEW_WORKSHEET = WORKSHEET.format(*TIMES, "Saturday, 31 January 2026, 11:45 AM")
AGAIN = OF_MOODLE | {f"Ann Lee_1327629_assignsubmission_file_/{HW}.ipynb": C}
METADATA = """---
submission_1:
  :submitters:
  - :name: Jane Doe
    :sid: '123'
    :email: jane@x.org
  :created_at: 2026-01-30 19:30:10.123456789 Z
  :score: 0.0
  :history:
  - :id: 0
    :created_at: 2026-01-29 10:00:00.0 Z
submission_2:
  :submitters:
  - :name: Jürgen Müller
    :sid:
    :email: jm@x.org
  - :name: Ann Lee
    :sid: 125
    :email: ann@x.org
  :created_at: !ruby/object:ActiveSupport::TimeWithZone
    utc: 2026-02-01 08:00:00.000000000 Z
    zone: !ruby/object:ActiveSupport::TimeZone
      name: America/New_York
  :status: !ruby/symbol processed
"""
GRADESCOPE = {
    "assignment_7_export/submission_metadata.yml": METADATA.encode(),
    f"assignment_7_export/submission_1/{HW}.ipynb": A,
    "assignment_7_export/submission_2/work/group.ipynb": B,
    "assignment_7_export/submission_2/submission_metadata.yml": b"submission_1: {}",
}
NUMBERED = (
    "Identifier,Full name,ID number,Email address\nParticipant 71,Jane Doe,S1,jane@x.org\n"
    "Participant 72,Jürgen Müller,S2,juergen@x.org\nParticipant 73,Ann Lee,S3,ann@x.org\n"
)
BY_NUMBER = {
    f"Jane Doe_71_assignsubmission_file_/{HW}.ipynb": A,
    f"Jürgen Müller_72_assignsubmission_file_/{HW}.ipynb": B,
    f"Ann Lee_73_assignsubmission_file_/{HW}.ipynb": C,
}
