"""Exported marks: nbgrader's own, in files that each system can read, with nothing lost."""

import csv
import io
import os
import shutil
import subprocess
import sys
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import get_args

import pytest
from rich.console import Console

from autograder.base.classroom import Classroom
from autograder.base.encodings import BOM
from autograder.base.failure import ExitCode, Failure
from autograder.base.paths import ROOT
from autograder.cli.export_summary import export_summary, needs_attention
from autograder.cli.options import DownloadKey, FeedbackKey, GradebookKey
from autograder.exporting.export import comment_on, export
from autograder.exporting.export_task import Export, ExportTask
from autograder.exporting.sheet import Sheet, defused
from autograder.marks.class_marks import ClassMarks, Mark, NoMark, class_marks
from autograder.notebook.exercises import Exercise, Exercises
from autograder.on_nbgrader.recorded_scores import RecordedSubmission
from autograder.on_nbgrader.settings import gradebook_url
from autograder.people.roster import Roster
from autograder.people.student import Student
from autograder.systems.all_systems import FEEDBACK, GRADEBOOKS, LAYOUTS
from tests.autograder.conftest import put, run
from tests.helpers.marks import EXERCISES, HOMEWORK, class_with_cases, mark, rows

CANVAS = """\
Student,ID,SIS User ID,SIS Login ID,Section,Reading (77),hw1-cosh (12345),Current Score
,,,,,,Manual Posting,
    Points Possible,,,,,5,10,(read only)
"O'Neil, ""Zed"" Zoë",9001,S1,zoe,"CS, 01",5,,100.0
"Müller, Jörg",9002,S2,jorg,"CS, 01",4.5,3,100.0
"Doe, Jane",9003,S3,jane,"CS, 01",,7,
"Excused, Ed",9004,S4,ed,"CS, 01",,EX,
"Stranger, Sam",9005,S5,sam,"CS, 01",,6,
"Student, Test",9999,,,"CS, 01",,,
"""
MOODLE = """\
Identifier,"Full name","Email address",Status,Grade,"Maximum Grade","Last modified (grade)",\
"Feedback comments"
"Participant 11","Zoë O'Neil",zoe@x.edu,"Submitted, late","3,00","10,00","Monday, 1 June 2026",
"Participant 12","Müller, Jörg",jorg@x.edu,Submitted,,"10,00",-,"<p>By hand</p>"
"Participant 13","Jane Doe",jane@x.edu,"No submission",,"10,00",-,
"""
IN_WORDS = "1 Linear approximation: 2/2; 2 sinh: {}/8; 3 More (extra credit): {} extra"
MARKS = [
    mark("zoe", "Zoë", "O'Neil"),
    mark("jorg", "Jörg", "Müller", scores=(2.0, 8.0, 2.0)),
    mark("jane", "Jane", "Doe", why=NoMark.NOT_HANDED_IN),
    mark("ed", "Ed", "Excused"),
]


def class_of(marks, exercises=EXERCISES) -> ClassMarks:
    return ClassMarks(Classroom(Path("class")), HOMEWORK, exercises, list(marks))


def task(marks=MARKS, template: str | None = None, **more) -> ExportTask:
    sheet = None if template is None else read(template)
    return ExportTask(class_of(marks), sheet, **more)


def exported(system: str, marks=MARKS, template: str | None = None, **more) -> Export:
    return export(task(marks, template, **more), system)


def read(text: str | bytes) -> Sheet:
    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / "given.csv"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return Sheet.read(path)


class TestCanvas:
    def test_only_the_homeworks_column_changes_and_only_for_students_with_a_mark(self):
        made = exported("canvas", template=CANVAS)
        before, after = rows(CANVAS), rows(made.sheet.text())
        changed = {
            (b[3], heading): cell
            for b, a in zip(before, after, strict=True)
            for heading, was, cell in zip(before[0], b, a, strict=True)
            if was != cell
        }
        assert changed == {("zoe", "hw1-cosh (12345)"): "7.5", ("jorg", "hw1-cosh (12345)"): "12"}
        assert "\r" not in made.sheet.text()

    @pytest.mark.parametrize("instead", ["EX", "ex", "N/A"])
    def test_excused_and_unknown_students_are_listed(self, instead):
        text = CANVAS.replace(",EX,", f",{instead},")
        made = exported("canvas", [*MARKS, mark("late", "Lee", "Late")], text)
        assert [m.student.id for m in made.filled.kept] == ["ed"]
        assert [m.student.id for m in made.filled.without_row] == ["late"]
        assert made.filled.strangers == ["Stranger, Sam"]

    def test_an_equal_mark_is_not_reported_as_replaced(self):
        made = exported("canvas", template=CANVAS.replace("4.5,3,", "4.5,12.0,"))
        assert made.filled.replaced == []

    def test_a_different_maximum_brings_a_warning(self):
        made = exported("canvas", template=CANVAS.replace(",5,10,", ",5,100,"))
        assert "maximum of 100 points, hw1-cosh has 10 and 2 extra." in made.warnings[0]
        assert exported("canvas", template=CANVAS).warnings == []

    def test_a_column_with_another_name_has_to_be_given(self):
        renamed = CANVAS.replace("hw1-cosh (12345)", "First homework (12345)")
        with pytest.raises(Failure, match=r"--column: 'Reading"):
            exported("canvas", template=renamed)
        for name in ("First homework", "First homework (12345)", "first HOMEWORK"):
            made = exported("canvas", template=renamed, column=name)
            assert rows(made.sheet.text())[3][6] == "7.5"

    def test_a_column_computed_by_canvas_is_never_filled(self):
        with pytest.raises(Failure, match="No column matches 'Current Score'"):
            exported("canvas", template=CANVAS, column="Current Score")

    def test_semicolons_decimal_commas_and_the_byte_order_mark_come_back(self):
        text = "\ufeff" + CANVAS.replace(",", ";").replace("4.5", "4,5").replace("100.0", "100,0")
        made = exported("canvas", template=text.replace("\n", "\r\n"))
        written = made.sheet.text()
        assert written.startswith("\ufeffStudent;ID;")
        assert written.count("\r\n") == written.count("\n") == len(CANVAS.splitlines())
        assert ";5;7,5;100,0\r\n" in written

    def test_students_with_the_same_name_do_not_get_each_others_mark(self):
        text = CANVAS.replace('"Stranger, Sam",9005', '"Doe, Jane",9005')
        made = exported("canvas", [MARKS[0], mark("9003x", "Jane", "Doe")], text)
        assert [m.student.id for m in made.filled.without_row] == ["9003x"]
        written = rows(made.sheet.text())
        assert [row[6] for row in written if row[0] == "Doe, Jane"] == ["7", "6"]

    def test_an_id_counts_for_more_than_a_name(self):
        text = CANVAS.replace('"Stranger, Sam",9005', '"Doe, Jane",9005')
        made = exported("canvas", [mark("jane", "Jane", "Doe")], text)
        written = rows(made.sheet.text())
        assert [row[6] for row in written if row[0] == "Doe, Jane"] == ["7.5", "6"]

    def test_a_name_in_a_row_says_less_than_an_address_and_more_than_a_guess(self):
        """One's address is made as another's login would be; without it, nobody knows who."""
        marks = [mark("jsmith2", "John", "Smith"), mark("jsmith", "John", "Smith")]
        for each, address in zip(marks, ("jsmith@x.edu", "john@x.edu"), strict=True):
            object.__setattr__(each, "student", replace(each.student, email=address))
        text = "Identifier,Full name,Email address,Grade\nParticipant 1,John Smith,jsmith@x.edu,\n"
        made = exported("moodle", marks, text + "Participant 2,John Smith,john@x.edu,\n")
        assert [m.student.id for m in made.filled.written] == ["jsmith2", "jsmith"]

    def test_a_student_known_only_by_a_file_name_is_found(self):
        known = [replace(mark("doejane"), student=Student("doejane"))]
        made = exported("canvas", known, CANVAS)
        assert rows(made.sheet.text())[5][6] == "7.5"

    def test_a_former_login_in_the_file_belongs_to_the_student_who_had_it(self):
        renamed = Mark(Student("S77", "Z. Neil"), MARKS[0].recorded)
        made = exported("canvas", [renamed, *MARKS[1:]], CANVAS, ids={"zoe": "S77"})
        assert [m.student.id for m in made.filled.written] == ["S77", "jorg"]

    def test_each_mark_has_a_row_without_a_template(self):
        cells = {"ID": "9001", "SIS User ID": "S1", "Section": "A, B"}
        made = exported("canvas", [mark("zoe", "Zoë", "O'Neil", cells=cells), MARKS[2]])
        assert rows(made.sheet.text()) == [
            ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", "hw1-cosh"],
            ["    Points Possible", "", "", "", "", "10"],
            ["O'Neil, Zoë", "9001", "S1", "zoe", "A, B", "7.5"],
        ]


class TestMoodle:
    def test_the_worksheet_is_filled_with_decimal_commas_and_keeps_the_rest(self):
        made = exported("moodle", template=MOODLE)
        before, after = rows(MOODLE), rows(made.sheet.text())
        assert [row[4] for row in after[1:]] == ["7,5", "12", ""]
        assert [row[:4] + row[5:] for row in after] == [row[:4] + row[5:] for row in before]

    def test_a_worksheet_that_a_spreadsheet_saved_with_semicolons_gets_its_commas_back(self):
        semicolons = "\n".join(";".join(f'"{c}"' for c in row) for row in rows(MOODLE))
        made, plain = (exported("moodle", template=text) for text in (semicolons, MOODLE))
        assert rows(made.sheet.text()) == rows(plain.sheet.text())

    def test_comments_are_written_only_where_there_is_none(self):
        made = exported("moodle", template=MOODLE, comments=True)
        comments = [row[7] for row in rows(made.sheet.text())[1:]]
        assert comments == [IN_WORDS.format(5.5, 0), "<p>By hand</p>", ""]
        (note,) = (each for each in made.notes if "comment" in each)
        assert MARKS[1].student.id in note and MARKS[0].student.id not in note

    def test_graders_comments_are_exported_as_html(self):
        # An answer to an inquiry may stand at the cell of another exercise.
        decided = "About 1 Linear approximation: Yes.\nAbout 2 sinh: You are right."
        said = {"why": "Good.\n\nBut x < y & z.", "sinh": decided}
        zoe = replace(MARKS[0], recorded=replace(MARKS[0].recorded, comments=said))
        names = {"sinh": "2 sinh", "why": "4 Why"}
        made = exported("moodle", [zoe], MOODLE, comments=True, names=names)
        assert rows(made.sheet.text())[1][7] == (
            f"{IN_WORDS.format(5.5, 0)}<br>About 1 Linear approximation: Yes."
            "<br>About 2 sinh: You are right."
            "<br>4 Why: Good.<br>4 Why: But x &lt; y &amp; z."
        )

    def test_marks_above_moodles_maximum_bring_a_warning(self):
        made = exported("moodle", template=MOODLE)
        assert made.warnings == [
            "Moodle ignores marks above its maximum, such as those with extra credit: jorg. Raise "
            "the maximum there, or enter them by hand."
        ]

    @pytest.mark.parametrize(("most", "above"), [("12,00", ""), ("7,00", ": zoe, jorg. ")])
    def test_marks_are_compared_with_moodles_own_maximum(self, most, above):
        made = exported("moodle", template=MOODLE.replace("10,00", most))
        warnings = " ".join(made.warnings)
        assert ("ignores" in warnings) is bool(above)
        assert above in warnings

    def test_a_german_worksheet_is_understood(self):
        text = (
            'ID,"Vollständiger Name",E-Mail-Adresse,Status,Bewertung,Bestwertung\n'
            'Teilnehmer/in11,"Zoë O\'Neil",zoe@x.edu,Abgegeben,,"10,00"\n'
        )
        made = exported("moodle", template=text)
        assert rows(made.sheet.text())[1][4] == "7,5"
        assert made.warnings == []

    def test_a_file_for_importing_grades_has_only_the_marked_students(self):
        made = exported("moodle", comments=True)
        text = made.sheet.text()
        assert text.startswith("\ufeffID number,Email address,First name,Last name,hw1-cosh,")
        assert rows(text)[2] == [
            *("jorg", "jorg@x.edu", "Jörg", "Müller", "12"),
            IN_WORDS.format(8, 2),
        ]
        assert [row[0] for row in rows(text)[1:]] == ["zoe", "jorg", "ed"]


BLACKBOARD = """\
"Last Name"\t"First Name"\t"Username"\t"Student ID"\t"Last Access"\t"Availability"\t\
"Reading [Total Pts: 5 Score] |664616"\t"hw1-cosh [Total Pts: 10 Score] |664617"
"O'Neil"\t"Zoë"\t"zoe"\t"0012"\t"2026-02-01 10:00:00"\t"Yes"\t"5"\t""
"Müller"\t"Jörg"\t"jorg"\t"0013"\t""\t"Yes"\t""\t"Needs Grading"
"Doe"\t"Jane"\t"jane"\t"0014"\t""\t"Yes"\t""\t"4"
"""
BRIGHTSPACE = """\
OrgDefinedId,Username,Last Name,First Name,Email,\
Reading Points Grade <Numeric MaxPoints:5 Weight:10>,\
hw1-cosh Points Grade <Numeric MaxPoints:10 Weight:20 Category:Homework CategoryWeight:40>,\
Calculated Final Grade Numerator,End-of-Line Indicator
#0012,#zoe,O'Neil,Zoë,zoe@x.edu,5,,5,#
#0013,#jorg,Müller,Jörg,jorg@x.edu,,3,0,#
#0014,#jane,Doe,Jane,jane@x.edu,,4,0,#
"""


class TestBlackboard:
    def test_blackboards_gradebook_keeps_its_format(self):
        given = BLACKBOARD.replace("\n", "\r\n").encode("utf-16")
        marks = [mark(m.student.id, m.student.first, m.student.last) for m in MARKS[:2]]
        made = export(replace(task(marks), template=read(given)), "blackboard")
        data = made.sheet.data()
        assert data.startswith(given[:2])
        assert data.decode("utf-16") == (
            given.decode("utf-16").replace('"5"\t""', '"5"\t"7.5"').replace("Needs Grading", "7.5")
        )
        assert [was for _, was in made.filled.replaced] == ["Needs Grading"]
        assert made.warnings == []

    def test_blackboards_maximum_is_compared_and_its_column_found_by_the_bare_name(self):
        text = BLACKBOARD.replace("Pts: 10", "Pts: up to 12").replace("hw1-cosh", "First one")
        made = exported("blackboard", MARKS, text, column="First one")
        assert (
            "Blackboard has a maximum of 12 points, hw1-cosh has 10 and 2 extra."
            in made.warnings[0]
        )
        assert [row[7] for row in made.sheet.rows[1:]] == ["7.5", "12", "4"]

    def test_each_mark_has_a_row_without_a_template(self):
        text = exported("blackboard", [MARKS[0], MARKS[2]]).sheet.text()
        assert text.splitlines() == [
            '"Last Name","First Name","Username","hw1-cosh"',
            '"O\'Neil","Zoë","zoe","7.5"',
        ]


class TestBrightspace:
    def test_only_the_homeworks_column_changes(self):
        made = exported("brightspace", template=BRIGHTSPACE)
        before, after = rows(BRIGHTSPACE), rows(made.sheet.text())
        assert [row[:6] + row[7:] for row in after] == [row[:6] + row[7:] for row in before]
        assert [row[6] for row in after[1:]] == ["7.5", "12", "4"]
        assert made.warnings == [
            "Brightspace reduces marks to its maximum: jorg. Set Can Exceed for the grade item "
            "there."
        ]

    def test_the_sign_before_an_id_is_not_part_of_it(self, tmp_path):
        path = tmp_path / "roster.csv"
        path.write_text(BRIGHTSPACE)
        roster = Roster.read(path)
        assert [s.id for s in roster.students] == ["zoe", "jorg", "jane"]
        assert roster.find("0013").id == roster.find("#0013").id == "jorg"
        known = [replace(mark("x"), student=Student("0012"))]
        made = exported("brightspace", known, BRIGHTSPACE)
        assert rows(made.sheet.text())[1][6] == "7.5"

    def test_a_file_without_a_template_has_all_that_an_import_needs(self):
        cells = {"OrgDefinedId": "#0012", "Username": "#zoe"}
        made = exported("brightspace", [mark("zoe", cells=cells), mark("ann"), MARKS[2]])
        assert rows(made.sheet.text()) == [
            [
                *("OrgDefinedId", "Username", "hw1-cosh Points Grade <Numeric MaxPoints:10>"),
                "End-of-Line Indicator",
            ],
            ["#0012", "#zoe", "7.5", "#"],
            ["", "#ann", "7.5", "#"],
        ]


class TestEverything:
    def test_everybody_has_a_row_and_missing_work_is_not_a_zero(self):
        made = exported("csv", [mark("zoe", scores=(2.0, 5.5, 1.0), penalty=1.5), MARKS[2]])
        zoe, jane = csv.DictReader(io.StringIO(made.sheet.text().removeprefix("\ufeff")))
        assert (zoe["2 sinh"], zoe["extra credit"], zoe["late penalty"]) == ("5.5", "1", "1.5")
        assert (zoe["total"], zoe["maximum"], zoe["remark"]) == ("7", "10", "")
        assert (jane["2 sinh"], jane["total"], jane["remark"]) == ("", "", "not handed in")

    def test_the_file_tells_excel_that_it_is_utf_8(self):
        assert exported("csv").sheet.text().encode().startswith(b"\xef\xbb\xbf")


@pytest.mark.parametrize(
    ("system", "other", "says"),
    [
        ("canvas", MOODLE, "This is not a Canvas gradebook"),
        ("moodle", CANVAS, "This is a Canvas gradebook"),
        ("blackboard", CANVAS, "This is not a Blackboard gradebook"),
        ("blackboard", BRIGHTSPACE, "This is not a Blackboard gradebook"),
        ("brightspace", BLACKBOARD, "This is not a Brightspace export"),
    ],
)
def test_a_file_of_another_system_is_refused(system, other, says):
    with pytest.raises(Failure, match=says):
        exported(system, template=other)


FORMULAS = ["=1+1", "+1-2", "-2+3+cmd|' /C calc'!A0", "@SUM(A1)", " =1", "＝1"]
HARMLESS = ["-1.5", "+3", "-", "", "O'Neil", "a=b", "jo@x.edu", "+49 170 12"]


@pytest.mark.parametrize(
    ("text", "made"),
    [
        *((text, f"'{text}") for text in FORMULAS),
        *((text, text) for text in HARMLESS),
        ("Ann;=1+1", "Ann;'=1+1"),
        ("Ann, @SUM(A1)", "Ann, '@SUM(A1)"),
        ("a\n-2+3", "a\n'-2+3"),
        ("=1;=2", "'=1;'=2"),
        ('Ann;"=1;x', "Ann;\"'=1;x"),
        ('Ann\t" "=1', 'Ann\t" "\'=1'),
        ("Ann;\u200b=1", "Ann;\u200b'=1"),
        ('Ann;"x=1', 'Ann;"x=1'),
        ("\ufeff=1", "'\ufeff=1"),
        ("\t=1", "'\t'=1"),
        ("\r\n@SUM(A1)\t", "'\r\n'@SUM(A1)\t"),
        ("late; -3, +1.5%", "late; -3, +1.5%"),
        ("Ann\x1b[2J \u202eeeL\u2069", "Ann[2J eeL"),
        ("\x1b=1\u202e+1", "'=1+1"),
        ("\N{ARABIC LETTER MEEM}\u200c\N{ARABIC LETTER MEEM}",) * 2,  # a joiner of letters
    ],
)
def test_only_text_that_a_spreadsheet_would_evaluate_is_defused(text, made):
    assert defused(text) == made


def test_students_texts_in_a_template_are_defused_and_key_columns_stay():
    heading = "Identifier,Full name,Email address,Grade,Maximum Grade,Online text,Feedback comments"
    row = "Participant 1,Ann Lee,+ann@x.edu,-,10,=1+1,- good"
    made = exported("moodle", [mark("x", "Ann", "Lee")], f"{heading}\n{row}\n")
    expected = ["Participant 1", "Ann Lee", "+ann@x.edu", "7.5", "10", "'=1+1", "- good"]
    assert rows(made.sheet.text())[1] == expected


@pytest.mark.parametrize("system", get_args(GradebookKey))
def test_a_formula_in_a_name_is_defused_in_every_file(system):
    evil = '=HYPERLINK("http://x","y")'
    made = exported(system, [mark("zoe", evil, evil)])
    assert not [cell for row in rows(made.sheet.text()) for cell in row if cell[:1] == "="]


@pytest.mark.parametrize("system", get_args(GradebookKey))
def test_direction_and_control_characters_in_names_are_removed_from_every_file(system):
    text = exported(system, [mark("zoe", "\u202eZoe\x1b[2J", "Lee\u2066\x9b")]).sheet.text()
    assert text.lstrip(BOM).replace("\r\n", "").isprintable()


def test_a_comment_does_not_call_a_void_question_extra_credit():
    exercises = Exercises([Exercise("fork", "1 Fork", 2.0), Exercise("void", "2 Void", 0.0)])
    ada = Mark(Student("ada", "Ada"), RecordedSubmission({"fork": 2.0, "void": 0.0}, 2.0))
    task = ExportTask(class_of([ada], exercises), read(MOODLE), comments=True)
    assert comment_on(ada, task) == "1 Fork: 2/2; 2 Void: void"


@pytest.mark.parametrize(("theirs", "advice"), [(10, ""), (12, ""), (20, "to 12.")])
def test_moodles_maximum_may_include_extra_credit(theirs, advice):
    sheet = f"Identifier,Full name,Grade,Maximum Grade\nParticipant 1,Ada,,{theirs}\n"
    warnings = exported("moodle", [mark("ada", "Ada")], sheet).warnings
    found = [each for each in warnings if "has a maximum" in each]
    assert len(found) == bool(advice)
    assert all(each.endswith(advice) for each in found)


def test_a_row_is_found_by_address_and_not_by_another_assignments_number():
    marks = [
        mark("ada", scores=(1.0, 0.0, 0.0), cells={"Identifier": "Participant 11"}),
        mark("bao", scores=(2.0, 0.0, 0.0), cells={"Identifier": "Participant 12"}),
    ]
    sheet = "Identifier,Full name,Email address,Grade\nParticipant 12,A,ada@x.edu,\n"
    filled = exported("moodle", marks, sheet + "Participant 11,B,bao@x.edu,\n").sheet.rows
    assert [row[3] for row in filled] == ["Grade", "1", "2"]


@pytest.mark.parametrize("listed", [True, False], ids=["with a class list", "without one"])
def test_a_name_that_is_anothers_address_does_not_take_their_mark(listed):
    """Without a class list, an id may be made of a name that somebody has chosen."""
    zoe = mark("zoe-oneil", "Zoë", "O'Neil")
    zoe = replace(zoe, student=replace(zoe.student, email="zoe@x.edu" if listed else ""))
    mallory = replace(mark("zoe@x.edu", scores=(0.0, 0.0, 0.0)), listed=not listed)
    made = exported("moodle", [zoe, mallory, MARKS[1]], MOODLE)
    assert rows(made.sheet.text())[1][4] == ("7,5" if listed else "3,00")
    unlisted, without_row = (
        [each.student.id for each in marks]
        for marks in (made.filled.unlisted, made.filled.without_row)
    )
    assert unlisted == (["zoe@x.edu"] if listed else [])
    assert without_row == ([] if listed else ["zoe-oneil", "zoe@x.edu"])


@pytest.mark.parametrize(
    ("theirs", "zoes"),
    [
        ("Evie,zoe,e@y.edu", "Zoë O'Neil,,z@y.edu"),  # the id may be one that Evie typed
        ("Evie,zoe,e@y.edu", "Z. Neil,zoe,z@y.edu"),
        ("Zoë O'Neil,,e@y.edu", "Zoë O'Neil,,z@y.edu"),
    ],
)
def test_if_two_rows_may_be_a_students_neither_is_filled_and_both_are_named(theirs, zoes):
    text = f"Full name,ID number,Email address,Grade\n{theirs},\n{zoes},\nJ,jorg,jorg@x.edu,\n"
    export_task = task(MARKS[:2], text)
    made = export(export_task, "moodle")
    assert [row[3] for row in rows(made.sheet.text())[1:]] == ["", "", "12"]
    console = Console(record=True, width=200, file=io.StringIO())
    console.print(export_summary(made, export_task, "f.csv"))
    said = console.export_text()
    first, second = (row.partition(",")[0] for row in (theirs, zoes))
    assert f"7.5 points; {first} (row 2); {second} (row 3)" in said
    assert "forget" not in said and "match nobody" not in said
    assert needs_attention(made, export_task)


def test_a_name_in_a_column_of_ids_identifies_nobody():
    evie = "Full name,ID number,Email address,Grade\nEvie,Zoë O'Neil,e@y.edu,\nJ,jorg,j@y.edu,\n"
    made = exported("moodle", MARKS[:2], evie)
    assert [row[3] for row in rows(made.sheet.text())[1:]] == ["", "12"]


def test_a_login_may_be_what_an_address_in_the_class_list_begins_with():
    jorg = replace(MARKS[1], student=replace(MARKS[1].student, id="1002"))
    made = exported("moodle", [MARKS[0], jorg], "Full name,Username,Grade\nJ. M.,jorg,\n")
    assert rows(made.sheet.text())[1][2] == "12"


def test_the_commands_list_exactly_the_known_systems():
    assert get_args(DownloadKey) == tuple(LAYOUTS)
    assert get_args(GradebookKey) == (*GRADEBOOKS, "csv")
    assert get_args(FeedbackKey) == tuple(FEEDBACK)


def test_a_name_in_a_template_is_defused_and_still_found():
    text = CANVAS.replace("9003,S3,jane", "9003,S3,").replace("Doe, Jane", "=Doe, Jane")
    made = exported("canvas", [mark("x", "Jane", "=Doe")], text)
    row = rows(made.sheet.text())[5]
    assert row[0] == "'=Doe, Jane"
    assert row[6] == "7.5"


def test_the_name_of_a_row_that_matches_nobody_is_found_in_the_second_column_about_people():
    filled = exported("moodle", template="ID,ID,hw1-cosh\nzoe,,\n,stranger,\n").filled
    assert filled.strangers == ["stranger"]


@pytest.mark.parametrize("data", [b"", b"\x00\x01", b"no headings\n", bytes(range(128, 256)) * 9])
def test_a_file_that_is_not_csv_is_refused_in_a_sentence(data):
    with pytest.raises(Failure, match=r"given\.csv"):
        read(data)


def test_a_student_may_have_any_character_in_their_name():
    """The system's own file has it, so all can be written back."""
    text = CANVAS.replace("Doe, Jane", "Doe, \N{REPLACEMENT CHARACTER}")
    assert rows(exported("canvas", template=text).sheet.text())[5][0].endswith("\ufffd")
    assert read(text.encode("utf-16")).rows == read(text).rows
    with pytest.raises(Failure, match=r"given\.csv"):
        read(text.encode("utf-16")[:-1])


def test_excels_utf_16_is_read():
    text = "Student;ID\r\nJörg;1\r\n"
    assert read(text.encode("utf-16")).rows == [["Student", "ID"], ["Jörg", "1"]]


def test_lines_above_the_headings_are_skipped():
    assert read("sep=;\r\nStudent;ID\r\nJörg;1\r\n").rows == [["Student", "ID"], ["Jörg", "1"]]
    assert read("\r\nStudent,ID\r\nJörg,1\r\n").rows == [["Student", "ID"], ["Jörg", "1"]]


@pytest.mark.parametrize("heading", ["OrgDefinedId", "Login", "Student Number", "Anmeldename"])
def test_a_row_is_found_by_every_heading_that_a_class_list_may_have(heading):
    made = exported("moodle", template=f"{heading},hw1-cosh\nzoe,\n")
    assert rows(made.sheet.text())[1] == ["zoe", "7.5"]


@pytest.mark.parametrize("column", ["hw2-tanh", "hw2-tanh (12346)"])
@pytest.mark.parametrize("template", [CANVAS.replace("Reading (77)", "hw2-tanh (12346)"), None])
def test_marks_do_not_go_into_another_homeworks_column(column, template):
    with pytest.raises(Failure, match="the column of hw2-tanh"):
        export(task(template=template, column=column), "canvas")


@pytest.mark.parametrize(
    ("text", "comma"),
    [
        ('Student,ID,Section,hw1\nZoë,1,"1,2",\nJörg,2,"1,2",\n', False),
        ('Student,ID,Remark,hw1\nZoë,1,"1,2",\nJörg,2,late,\nAnn,3,ill,\n', False),
        ('Student,ID,Remark,hw1\nZoë,1,"1,2",\nJörg,2,late,\n', False),
        ('Student,ID,Section,hw1\nZoë,1,1.2,"7,5"\n', True),
        ("Student;ID;Section;hw1\nZoë;1;1.2;7\n", True),
        ("Student;ID;Section;hw1\nZoë;1;A;7.5\n", False),
        ('Student,ID,Section,hw1\nZoë,1,A,"1,000"\n', False),
        ("Student;ID;Section;hw1\nZoë;1;A;1.000\n", True),
        ('Student,ID,Section,hw1\nZoë,1,A,"1.000"\nJörg,1,A,"7,5"\n', True),
    ],
)
def test_the_decimal_comma_is_recognised_from_columns_of_numbers(text, comma):
    assert read(text).comma is comma


@pytest.mark.parametrize(
    ("text", "with_point", "with_comma"),
    [
        ("7", 7, 7),
        (" -7.5 ", -7.5, -7.5),
        ("7,5", 7.5, 7.5),
        ("10.00000", 10, 10),
        ("1,000", None, 1),
        ("1.000", 1, None),
        ("0,125", 0.125, 0.125),
        *(("1,000.5", None, None), ("1 000", None, None), ("12,34.5", None, None)),
        *((".", None, None), ("5.", None, None), ("1,.5", None, None)),
        *(("", None, None), ("A", None, None), ("nan", None, None), ("1e3", None, None)),
    ],
)
def test_numbers_are_read_as_people_mean_them(text, with_point, with_comma):
    assert read("a,b\n1,2.5\n").as_number(text) == with_point
    assert read("a;b\n1;2,5\n").as_number(text) == with_comma


def test_a_maximum_that_may_be_1_or_1000_brings_no_warning():
    exercises = Exercises([Exercise("all-check", "All", 1000.0)])
    ada = Mark(Student("ada"), RecordedSubmission({"all-check": 950.5}, 950.5))
    text = (
        'Student,ID,SIS Login ID,Section,hw1-cosh\n    Points Possible,,,,"1,000"\nAda,1,ada,A,\n'
    )
    made = export(ExportTask(class_of([ada], exercises), read(text)), "canvas")
    assert not made.warnings
    assert rows(made.sheet.text())[2][4] == "950.5"


@pytest.mark.parametrize(
    ("value", "written"),
    [(22 / 3, "7.3333"), (7.5, "7.5"), (10.0, "10"), (1e-9, "0"), (-1e-5, "0")],
)
def test_a_mark_is_written_to_four_decimals(value, written):
    assert read("a,b\n").number(value) == written
    assert read('a,b\n1,"2,5"\n').number(value) == written.replace(".", ",")


def test_a_fully_graded_class_needs_no_attention():
    marks = [MARKS[0], MARKS[2]]
    assert not needs_attention(exported("csv", marks), task(marks))
    failed = task([*marks, mark("bad", why=NoMark.FAILED)])
    assert needs_attention(export(failed, "csv"), failed)


def test_canvass_test_student_is_left_out_without_asking_for_attention():
    marks = [mark("jorg", "Jörg", "Müller", scores=(2.0, 1.0, 0.0)), mark("studenttest-9999")]
    for template in (CANVAS, None):
        exporting = task([marks[0], replace(marks[1], listed=False)], template)
        made = export(exporting, "canvas")
        assert [m.student.id for m in made.filled.of_test_students] == ["studenttest-9999"]
        assert not needs_attention(made, exporting)
        said = Console(width=200, file=io.StringIO())
        said.print(export_summary(made, exporting, "x.csv"))
        assert "studenttest-9999" in said.file.getvalue()
    absent = task([marks[0], mark("studenttest-9999", why=NoMark.NOT_HANDED_IN)], CANVAS)
    said = Console(width=200, file=io.StringIO())
    said.print(export_summary(export(absent, "canvas"), absent, "x.csv"))
    assert "studenttest-9999" not in said.file.getvalue()


def test_what_to_do_about_marks_without_a_row_is_said_once():
    exporting = task([mark("s1"), mark("s2")], "Student,SIS Login ID,Section,hw1-cosh\n,s1,A,\n")
    said = str(export_summary(export(exporting, "canvas"), exporting, "x.csv").renderables)
    assert said.count("forget STUDENT") == said.count("another class") == 1


def test_who_is_not_in_the_class_list_is_not_said_to_lack_a_row_in_the_file():
    text = "Student,SIS Login ID,Section,hw1-cosh\n,s1,A,\n,s2,A,\n"
    exporting = task([mark("s1"), replace(mark("s2"), listed=False)], text)
    made = export(exporting, "canvas")
    said = str(export_summary(made, exporting, "x.csv").renderables)
    assert "no row in roster.csv" in said and "no row in the file" not in said
    assert said.count("forget STUDENT") == said.count("another class") == 1
    command = "autograder collect ARCHIVE_OR_FOLDER hw1-cosh --roster NEWER_LIST --class-dir "
    assert command in said
    assert needs_attention(made, exporting)
    nobody = task([replace(mark("s1"), listed=False)], text)
    with pytest.raises(Failure, match=r"of somebody in roster\.csv"):
        export(nobody, "canvas")


@pytest.fixture(scope="module")
def classroom(sample, tmp_path_factory) -> Classroom:
    return class_with_cases(sample, tmp_path_factory.mktemp("export") / "class")


@pytest.mark.slow
class TestARealClass:
    def test_totals_agree_with_nbgraders_own_export(self, classroom, tmp_path):
        program = Path(sys.executable).with_name("nbgrader")
        theirs = tmp_path / "grades.csv"
        subprocess.run(
            [
                program,
                "export",
                f"--CourseDirectory.db_url={gradebook_url(classroom)}",
                "--to",
                theirs,
            ],
            cwd=ROOT,
            env={
                "CLASS_DIR": str(classroom.folder),
                "PATH": str(program.parent),
                "HOME": str(tmp_path),
            },
            check=True,
            capture_output=True,
        )
        with theirs.open(newline="") as file:
            expected = {
                (row["assignment"], row["student_id"]): float(row["score"])
                for row in csv.DictReader(file)
            }
        ours = {
            (homework, each.student.id): each.value
            for homework in ("hw1-cosh", "hw3-polynomial")
            for each in class_marks(classroom, homework)
            if each.value is not None
        }
        assert len(ours) > 15
        assert ours == {key: expected[key] for key in ours}
        assert ours["hw1-cosh", "goro"] == 1.5
        assert ours["hw3-polynomial", "ada"] == 20  # 4 of them extra

    def test_every_student_without_a_mark_has_a_reason(self, classroom):
        run(classroom, "grade", HOMEWORK, "--student", "pia", code=ExitCode.LOOK)
        marks = class_marks(classroom, HOMEWORK)
        why = {mark.student.id: mark.why_none for mark in marks if mark.why_none}
        assert why.pop("pia").startswith("could not be graded: The file is a PDF")
        assert why == {"nina": "not handed in", "ivo": "to be graded by hand: 6b sinh"}

    def test_the_command_writes_the_file_and_lists_who_is_missing(self, classroom):
        given = classroom.folder / "canvas.csv"
        given.write_text(CANVAS.replace(",zoe,", ",ada,"), encoding="utf-8")
        printed = run(classroom, "export", HOMEWORK, "--to", "canvas", "--template", given, code=1)
        assert "nina Nina Nobody" in printed
        assert "Canvas has a maximum of 10 points, hw1-cosh has 30." in printed
        written = rows(
            (classroom.folder / "export" / "hw1-cosh-canvas.csv").read_text(encoding="utf-8")
        )
        assert written[3][3:7] == ["ada", "CS, 01", "5", "30"]
        assert given.read_text(encoding="utf-8") == CANVAS.replace(",zoe,", ",ada,")

    def test_a_template_of_another_class_leaves_the_earlier_export(self, classroom):
        given = classroom.folder / "other.csv"
        given.write_text(CANVAS, encoding="utf-8")
        good = classroom.folder / "export" / "hw1-cosh-canvas.csv"
        good.parent.mkdir(exist_ok=True)
        good.write_text("good")
        printed = run(classroom, "export", HOMEWORK, "--to", "canvas", "--template", given, code=2)
        assert "another class" in printed and good.read_text() == "good"

    @pytest.mark.parametrize(
        ("options", "sentence"),
        [
            (["--to", "csv", "--template", "x.csv"], "csv takes no template"),
            (["--to", "csv", "--column", "Homework 1"], "Name the system"),
            (["--to", "canvas", "--comments"], "Only Moodle"),
            (["--to", "canvas", "--template", "x.csv"], "x.csv cannot be read"),
            (["--to", "canvas", "--template", "x.csv", "--into", "x.csv"], "would overwrite"),
        ],
    )
    def test_a_wrong_command_says_what_is_wrong(self, classroom, options, sentence):
        printed = run(classroom, "export", HOMEWORK, *options, code=2)
        assert sentence in " ".join(printed.replace("│", " ").split())

    def test_exporting_an_ungraded_homework_names_the_missing_step(self, tmp_path):
        words = Classroom(tmp_path), "export", HOMEWORK, "--to", "csv"
        assert "There is no class in" in run(*words, code=2)
        assert list(tmp_path.iterdir()) == []
        (tmp_path / "submitted").mkdir()
        assert "First: autograder grade hw1-cosh" in run(*words, code=2)


def test_a_folder_whose_name_is_not_in_utf_8_stops_nothing_and_is_to_be_renamed(graded_pair):
    folder = os.fsencode(graded_pair.folder / "submitted") + b"/\xff\xe9"
    shutil.copytree(os.fsencode(graded_pair.folder / "submitted" / "ada"), folder)
    for words in (
        ["grade"],
        ["report"],
        ["report", "--json"],
        ["feedback"],
        ["export", "--to", "csv"],
        ["total"],
    ):
        words[1:1] = [HOMEWORK] * (words != ["total"])
        assert "rename this folder" in run(graded_pair, *words, code=ExitCode.LOOK)
    put(graded_pair, "zed", HOMEWORK, b"%PDF")  # which needs attention, too
    printed = run(graded_pair, "export", HOMEWORK, "--to", "csv", code=ExitCode.LOOK)
    assert "rename this folder" in printed


def test_the_next_step_after_grading_is_printed_if_anything_was_graded(graded_pair):
    assert f"Next: autograder report {HOMEWORK}" in run(graded_pair, "grade", HOMEWORK)
    put(graded_pair, "zed", HOMEWORK, b"%PDF")
    printed = run(graded_pair, "grade", HOMEWORK, "--student", "zed", code=1)
    assert "Next" not in printed
