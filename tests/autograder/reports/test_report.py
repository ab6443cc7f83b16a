"""The report of a class: its facts, the page, hidden names."""

import json
import os
import re
import signal
from itertools import pairwise

import nbformat
import pytest
from bs4 import BeautifulSoup
from typer.testing import CliRunner

from autograder.base.classroom import Classroom
from autograder.cli import app
from autograder.grading.grade import grade
from autograder.marks.class_facts import ClassFacts, Exercise, Exercises, StudentFacts
from autograder.marks.class_marks import ClassMarks, Mark, class_marks
from autograder.marks.gather_facts import MIN_LONG_ANSWER, without_names
from autograder.notebook.cells import is_solution
from autograder.on_nbgrader.gradebook import open_gradebook
from autograder.on_nbgrader.recorded_scores import RecordedSubmission
from autograder.on_nbgrader.steps import Nbgrader
from autograder.pages.rendering import at_most_two_decimals, two_decimals
from autograder.people.student import Student
from autograder.reports.class_page import bins, write_class_page
from autograder.reports.page_state import outdated_pages
from tests.autograder.conftest import class_facts, copied, put, run
from tests.helpers.attack_pages import CONTROLS
from tests.helpers.grading import (
    autograde_by_nbgrader,
    recorded_points,
    recorded_scores,
)
from tests.helpers.pages import either_dark, html_in, loaded_from_elsewhere, look_at, opened
from tests.helpers.submissions import submissions_of

HOMEWORK = "hw2-tanh"
NASTY = "<b>mallory"
ROSTER = f"""id,name,email
ada,"Lovelace, Ada",ada@example.org
emeka,Emeka Okafor,
{NASTY[3:]},Mallory,
zed,Zed Zimmer,
yara,Yara <script>alert(1)</script> {"y" * 240},
"""


@pytest.fixture(scope="module")
def classroom(tmp_path_factory) -> Classroom:
    """A class with right and wrong answers, and everything that a report has a section for."""
    classroom = Classroom(tmp_path_factory.mktemp("class"))
    submissions = submissions_of(HOMEWORK)
    for student in ("ada", "emeka", "hana", "ivo"):
        put(classroom, student, HOMEWORK, submissions[student].notebook())
    nasty = submissions["ada"].notebook()
    answers = [*filter(is_solution, nasty.cells)]
    answers[0].source += "\nimport os\nos._exit(1)"
    answers[1].source += "\ntorch.autograd.grad"
    nasty.cells = [c for c in nasty.cells if c.id != "add-check"]
    put(classroom, NASTY, HOMEWORK, nasty)
    pdf = classroom.submission("zed", HOMEWORK).with_name("<i>zed.pdf")
    pdf.parent.mkdir(parents=True)
    pdf.write_bytes(b"%PDF-1.4")
    (classroom.folder / "roster.csv").write_text(ROSTER)
    for force in (False, True):
        outcomes = grade(classroom, HOMEWORK, workers=0, force=force)
        assert [o.student for o in outcomes if o.failure] == ["zed"]
    Nbgrader(classroom).feedback(HOMEWORK, "ada")
    return classroom


@pytest.fixture(scope="module")
def page(classroom):
    printed = run(classroom, "report", HOMEWORK)
    assert f"reports/{HOMEWORK}.html" in printed.replace(" ", "")
    return classroom.folder / "reports" / f"{HOMEWORK}.html"


def facts_of(classroom) -> dict[str, StudentFacts]:
    return {student.id: student for student in class_facts(classroom, HOMEWORK).students}


@pytest.mark.parametrize(
    ("totals", "points", "edges"),
    [
        ([0, 30], 30, [0, 2.5, 5, 7.5, 10, 12.5, 15, 17.5, 20, 22.5, 25, 27.5, 30]),
        ([21], 21, [0, 3, 6, 9, 12, 15, 18, 21]),
        ([18, 0], 14, [0, 2, 4, 6, 8, 10, 12, 14, 16, 18]),
        ([], 2, [0, 0.25, 0.5, 0.75, 1, 1.25, 1.5, 1.75, 2]),
        ([1234], 1000, None),
    ],
)
def test_the_histogram_counts_everyone_between_even_edges(totals, points, edges):
    found = bins(totals, points)
    assert sum(each.count for each in found) == len(totals)
    assert len(found) <= 12
    assert found[-1].high >= max([points, *totals])
    if edges:
        assert [each.low for each in found] + [found[-1].high] == edges


def test_a_total_on_an_edge_counts_in_the_upper_bar_and_full_marks_in_the_last():
    assert [each.count for each in bins([3, 21, 18, 2.99, -1], 21)] == [2, 1, 0, 0, 0, 0, 2]
    tenths = [number / 10 for number in range(10)]
    assert [each.count for each in bins(tenths, 1)] == [1] * 10
    assert len(bins([1.1], 1)) == 11


@pytest.mark.parametrize(
    ("shown", "outdated"), [("7.5 0.0", False), ("7.0 0.0", True), ("7.5 1.0", True)]
)
def test_a_page_is_outdated_if_its_mark_or_its_penalty_changed(shown, outdated, tmp_path):
    page = Classroom(tmp_path).feedback("ann", HOMEWORK)
    page.parent.mkdir(parents=True)
    page.write_text(f'<meta name="marks" content="{shown}">')
    recorded = RecordedSubmission({}, 7.5)
    found = outdated_pages(
        ClassMarks(Classroom(tmp_path), HOMEWORK, Exercises(), [Mark(Student("ann"), recorded)])
    )
    assert found == ["ann"] * outdated


@pytest.mark.slow
def test_the_facts_agree_with_gradebook_notebooks_and_journal(classroom):
    facts = class_facts(classroom, HOMEWORK)
    students = {student.id: student for student in facts.students}
    for name in ("ada", "emeka", "hana", "ivo", NASTY):
        assert students[name].marks == recorded_scores(classroom, HOMEWORK, name)
    assert [e.id for e in facts.exercises] == list(recorded_points(classroom, HOMEWORK))
    assert facts.exercises.points == students["ada"].total == 27
    assert students["ada"].name == "Ada Lovelace"
    assert students["ada"].feedback == f"feedback/ada/{HOMEWORK}/{HOMEWORK}.html"
    assert students["hana"].feedback is None
    assert "PDF" in students["zed"].failure or "pdf" in students["zed"].failure
    assert not students["yara"].handed_in
    nasty = students[NASTY]
    assert list(nasty.stopped) == ["engine"]
    assert "autograd" in nasty.flags[0]
    assert "the check of 2a Add" in nasty.mended[0]
    assert facts.names["engine"] == "1 Engine on shared nodes"


@pytest.mark.slow
def test_the_misconceptions_agree_with_those_in_the_feedback(classroom):
    mistakes = {mistake.id: mistake for mistake in class_facts(classroom, HOMEWORK).mistakes}
    assert mistakes["never-forgets"].students == ["hana"]
    notebook = nbformat.read(classroom.autograded("hana", HOMEWORK), as_version=4)
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    shown = " ".join(line for each in outputs for line in each.get("traceback", []))
    assert mistakes["never-forgets"].title in " ".join(shown.split())
    assert not {s for mistake in mistakes.values() for s in mistake.students} & {"ada"}


@pytest.mark.slow
def test_nbgraders_own_autograde_records_the_same_facts(classroom, tmp_path):
    copy = copied(classroom, tmp_path / "class")
    before = facts_of(copy)
    for student in ("hana", NASTY):
        autograde_by_nbgrader(copy, HOMEWORK, student)
        after = facts_of(copy)[student]
        for fact in ("marks", "mistakes", "flags", "stopped", "mended"):
            assert getattr(after, fact) == getattr(before[student], fact), fact
        assert after.seconds > 0


@pytest.mark.slow
def test_a_student_with_an_unreadable_new_submission_keeps_marks_and_has_the_reason(
    classroom, tmp_path
):
    copy = copied(classroom, tmp_path / "class")
    copy.submission("hana", HOMEWORK).write_bytes(b"%PDF-1.4")
    grade(copy, HOMEWORK, students=["hana"], workers=0)
    hana = facts_of(copy)["hana"]
    assert hana.failure
    assert hana.marks == facts_of(classroom)["hana"].marks
    path = tmp_path / "page.html"
    write_class_page(class_facts(copy, HOMEWORK), copy, path)
    text = html_in(path).find(id="failed").text
    assert "The marks are those of an earlier submission." in text


@pytest.mark.slow
def test_json_has_the_same_facts_and_nothing_else_is_printed(classroom, tmp_path):
    file = tmp_path / "there" / "page.html"
    options = ["--class-dir", str(classroom.folder), "--json", "--html", str(file)]
    printed = CliRunner().invoke(app, ["report", HOMEWORK, *options])
    facts = json.loads(printed.stdout)
    students = facts_of(classroom)
    assert facts["homework"] == HOMEWORK
    assert [s["id"] for s in facts["students"]] == list(students)
    assert [s["total"] for s in facts["students"]] == [s.total for s in students.values()]
    full = {e["id"]: e["full"] for e in facts["exercises"]}
    assert full["add-check"] == 2  # of the list: ada, emeka
    assert {m["id"] for m in facts["mistakes"]} >= {"never-forgets"}
    assert file.exists()


def test_a_folder_without_a_class_is_named_and_left_empty(tmp_path):
    for command in ("report", "feedback"):
        assert "There is no class in" in run(Classroom(tmp_path), command, HOMEWORK, code=2)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("words", ["report {}", "feedback {}", "export {} --to csv", "total"])
def test_an_ungraded_homework_is_reported_with_advice_and_leaves_no_file(tmp_path, words):
    (tmp_path / "submitted").mkdir()
    printed = run(Classroom(tmp_path), *words.format(HOMEWORK).split(), code=2)
    assert "First: autograder grade" in printed
    assert [*tmp_path.rglob("*")] == [tmp_path / "submitted"]


@pytest.mark.slow
def test_without_the_database_that_has_the_marks_no_page_is_written(graded_pair, tmp_path):
    other = f"sqlite:///{tmp_path / 'other.db'}"
    for command in ("report", "feedback"):
        printed = run(graded_pair, command, "hw1-cosh", "--db-url", other, code=2)
        assert "--db-url" in printed
    assert not [*graded_pair.folder.glob("reports/*"), *graded_pair.folder.glob("feedback/*")]


@pytest.mark.slow
def test_a_class_in_which_nobody_could_be_graded_has_a_page(tmp_path):
    classroom = Classroom(tmp_path)
    put(classroom, "ada", HOMEWORK, b"%PDF-1.4")
    grade(classroom, HOMEWORK, workers=0)
    run(classroom, "report", HOMEWORK)
    page = html_in(tmp_path / "reports" / f"{HOMEWORK}.html")
    assert "PDF" in page.find(id="failed").text
    assert not page.find(id="marks")


@pytest.mark.slow
def test_a_pipe_in_the_place_of_a_notebook_does_not_hold_up_the_report(tmp_path):
    def waits(*_):
        raise AssertionError("It is still waiting for somebody to write.")

    classroom = Classroom(tmp_path)
    place = classroom.submission("ada", HOMEWORK)
    place.parent.mkdir(parents=True)
    os.mkfifo(place)
    before = signal.signal(signal.SIGALRM, waits)
    signal.alarm(20)
    try:
        assert [mark.student.id for mark in class_marks(classroom, HOMEWORK)] == ["ada"]
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def test_the_page_has_a_section_for_everything_and_shows_names_as_text(page):
    soup = html_in(page)
    for section in ("marks", "exercises", "misconceptions", "failed", "flags", "stopped", "mended"):
        assert soup.find(id=section), section
    assert "Yara <script>alert(1)</script>" in soup.find(id="missing").text
    assert NASTY in soup.find(id="flags").text
    assert "<i>zed.pdf" in soup.find(id="failed").text
    assert len(soup.find_all("script")) == 1
    assert not soup.find_all("b")


@pytest.mark.slow
def test_links_to_feedback_work_from_wherever_the_page_is(classroom, page, tmp_path):
    other = tmp_path / "deep" / "down" / "page.html"
    write_class_page(class_facts(classroom, HOMEWORK), classroom, other)
    for path in (page, other):
        links = html_in(path).select("a.name")
        assert {link.text for link in links} == {"Ada Lovelace ada"}
        assert (path.parent / links[0]["href"]).resolve() == classroom.feedback("ada", HOMEWORK)


@pytest.mark.slow
def test_exercises_are_called_by_their_titles_and_never_by_their_cells(classroom, page):
    printed = run(classroom, "report", HOMEWORK)
    assert " 1 2a 2b 3a 3b 4 5a 5b 5c 5d 6 " in printed
    assert "1 Engine on shared nodes, 2a Add, 2b Mul" in printed
    text = html_in(page).get_text()
    assert "1 Engine on shared nodes: It ended the kernel." in text
    assert "the check of 2a Add" in text
    assert "2a Add: uses words of PyTorch's autograd" in text
    assert not [e.id for e in class_facts(classroom, HOMEWORK).exercises if e.id in printed + text]


@pytest.mark.slow
def test_an_anonymous_page_holds_nobodys_name_id_or_link(classroom, tmp_path):
    made = tmp_path / "shared.html"
    printed = run(classroom, "report", HOMEWORK, "--anonymous", "--html", made)
    text = made.read_text()
    for student in class_facts(classroom, HOMEWORK).students:
        for said in (student.id, student.name):
            assert not re.search(rf"\b{re.escape(said)}\b", text + printed), said
    assert str(classroom.folder.name) not in text and ' href="' not in text
    assert "Student 1" in text


def test_feedback_pages_with_an_old_mark_or_penalty_are_named(graded_pair):
    run(graded_pair, "feedback", "hw1-cosh")
    message = "Feedback pages whose mark or penalty"
    assert message not in run(graded_pair, "report", "hw1-cosh")
    note = graded_pair.submission("ada", "hw1-cosh").with_name("timestamp.txt")
    note.write_text("2026-02-03 12:00 UTC")
    run(graded_pair, "grade", "hw1-cosh", "--workers", "0")
    (graded_pair.folder / "policy.toml").write_text(
        '[due]\nhw1-cosh = "2026-02-02"\n[late]\nper_day = "10 %"\n'
    )
    for command in (
        ["grade", "hw1-cosh", "--workers", "0"],
        ["report", "hw1-cosh"],
        ["export", "hw1-cosh", "--to", "csv"],
    ):
        printed = run(graded_pair, *command)
        assert f"{message} is out of date: ada." in printed


def test_a_mark_changed_by_hand_has_a_star(classroom, tmp_path):
    copy = copied(classroom, tmp_path / "class")
    with open_gradebook(copy) as book:
        grade = book.find_grade("twice-engine-check", HOMEWORK, HOMEWORK, "hana")
        given, grade.manual_score = grade.auto_score, 1.5
        book.db.commit()
    facts = class_facts(copy, HOMEWORK)
    assert {s.id: s.changed for s in facts.students if s.changed} == {
        "hana": {"twice-engine-check": given}
    }
    write_class_page(facts, copy, tmp_path / "page.html")
    cells = html_in(tmp_path / "page.html").find_all("td")
    assert [cell.text.strip() for cell in cells if "*" in cell.text] == ["1.5*"]
    assert "1.5*" in run(copy, "report", HOMEWORK)


def test_late_students_are_reported_even_without_a_time(tmp_path):
    exercise = Exercise("a", "1 A", 2.0)
    at = "2026-01-30T20:30:00+00:00"
    students = [
        StudentFacts("ann", "Ann", marks={"a": 2.0}, handed_in_at=at, late=True),
        StudentFacts("bob", "Bob", marks={"a": 2.0}, late=True),
        StudentFacts("cleo", "Cleo", marks={"a": 2.0}, late=False),
    ]
    path = tmp_path / "page.html"
    write_class_page(
        ClassFacts(HOMEWORK, Exercises([exercise]), students), Classroom(tmp_path), path
    )
    soup = html_in(path)
    assert "2 late" in " ".join(soup.find(class_="tiles").text.split())
    rows = soup.find(id="students").tbody.find_all("tr")
    cells = [[" ".join(cell.text.split()) for cell in row.find_all("td")[1::2]] for row in rows]
    assert cells == [["2 late", "2026-01-30 20:30 UTC"], ["2 late", ""], ["2", ""]]


def test_times_are_in_the_time_zone_of_the_class(tmp_path):
    (tmp_path / "policy.toml").write_text('timezone = "Europe/Berlin"\n')
    at = "2026-01-30T23:30:00+00:00"
    ann = StudentFacts("ann", "Ann", marks={"a": 2.0}, handed_in_at=at)
    facts = ClassFacts(HOMEWORK, Exercises([Exercise("a", "1 A", 2.0)]), [ann])
    write_class_page(facts, Classroom(tmp_path), tmp_path / "page.html")
    times = [each.text for each in html_in(tmp_path / "page.html").find_all("time")]
    assert times == ["2026-01-31 00:30 CET"]


def simulated(size: int, strangers: int = 0) -> ClassFacts:
    """A class in which the last exercise is answered right by those who do badly elsewhere, and two
    mistakes go together; besides it people who are not in its list, without any points."""
    exercises = Exercises(Exercise(f"e{i}", f"{i} Exercise", 2.0) for i in range(6))
    exercises += [Exercise("more", "7 More", 0.0, 3.0), Exercise("essay", "8 Essay", 4.0)]
    students = []
    for n in range(size + strangers):
        marks = {f"e{i}": 2.0 * (n % 10 > i) for i in range(5)} | {"e5": 2.0 * (n % 10 < 4)}
        seen = {"e0": [["overwrites"]], "e1": [["never-forgets"]]} if n % 10 == 0 else {}
        who = StudentFacts(f"s{n:03}", f"Student {n}", marks=marks, mistakes=seen)
        who.marks |= {"more": 0.0, "essay": None if n == 0 else 1.0}
        if n >= size:
            who.counts, who.marks = False, dict.fromkeys(marks, 0.0) | {"more": 0.0, "essay": 0.0}
        if n < 2:
            who.before = {"e0": 1.0}
        students.append(who)
    return ClassFacts(HOMEWORK, exercises, students, names={"e0": "0 Exercise"})


def shown(facts: ClassFacts, folder) -> BeautifulSoup:
    write_class_page(facts, Classroom(folder), folder / "page.html")
    return html_in(folder / "page.html")


def test_the_page_shows_the_analysis_of_the_exercises(tmp_path):
    facts = simulated(40)
    section = shown(facts, tmp_path).find(id="analysis")
    rows = {r.td.contents[0]: [c.text for c in r("td")[1:]] for r in section.tbody("tr")}
    (flagged,) = (row.td for row in section.tbody("tr") if row.td.div)
    assert "look at this question" in flagged.div.text and "5 Exercise" in flagged.text
    # Extra credit is left out, and what one of them still waits for.
    assert list(rows) == [f"{i} Exercise" for i in range(6)]
    assert rows["1 Exercise"][0] == "0.80"
    # Two of the 40 had a point of two: one has none now, the other two.
    assert rows["0 Exercise"][0] == "0.90 before 0.90"
    (together,) = facts.mistake_pairs
    assert (together.both, together.expected) == (4, 0.4)
    assert "4 students have both; by chance, 0 would." in section.ul.text


def test_no_name_or_flag_turns_round_or_controls_what_follows_it(tmp_path):
    facts = simulated(2)
    facts.students[0].name = "Ada \u202e\x1b[31mLovelace"
    facts.students[1].flags = ["a \u2066cell\u2069: \x07\0uses"]
    page = shown(facts, tmp_path)
    assert not CONTROLS & {*str(page)}
    assert "Ada [31mLovelace" in page.text and "a cell: uses" in page.text


def test_mistakes_that_go_together_in_fewer_than_three_students_are_not_reported():
    (together,) = simulated(30).mistake_pairs
    assert together.both == 3
    assert simulated(20).mistake_pairs == []


def test_people_outside_the_class_do_not_change_its_analysis(tmp_path):
    class_alone, with_others = simulated(40), simulated(40, strangers=15)
    assert with_others.analysis == class_alone.analysis
    (one,), (other,) = with_others.mistake_pairs, class_alone.mistake_pairs
    assert (one.both, one.expected) == (other.both, other.expected) == (4, 0.4)
    soup = shown(with_others, tmp_path)
    paragraphs = [" ".join(p.text.split()) for p in soup.find_all("p", class_="quiet")]
    assert any("are test students: 15." in sentence for sentence in paragraphs)
    assert len(soup.find(id="students").tbody("tr")) == 55
    alone = shown(class_alone, tmp_path)
    for part in ("exercises", "marks", "analysis"):
        assert soup.find(id=part) == alone.find(id=part)


def test_a_class_of_fewer_than_ten_is_not_analysed(tmp_path):
    section = shown(simulated(9, strangers=30), tmp_path).find(id="analysis")
    assert not section.table and "Fewer than 10 students" in section.text
    assert shown(simulated(10), tmp_path).find(id="analysis").table


def test_students_with_equal_long_answers_are_shown_to_the_instructor(tmp_path):
    facts = simulated(3)
    facts.students[0].answers = {"e0": "one", "e1": "a"}
    facts.students[1].answers = {"e0": "other", "e1": "b"}
    facts.students[2].answers = {"e0": "one", "e1": "c"}
    section = shown(facts, tmp_path).find(id="equal")
    assert section.dt.text == "0 Exercise"
    assert [name.text for name in section.find_all(class_="name")] == ["Student 0", "Student 2"]
    assert not shown(without_names(facts), tmp_path).find(id="equal")
    assert not shown(simulated(3), tmp_path).find(id="equal")


def test_students_with_the_same_name_are_shown_with_their_ids_everywhere(tmp_path):
    facts = simulated(12)
    one, other, third = facts.students[:3]
    one.name, other.name = "Li Wei", "li wei"
    for each in (one, other, third):
        each.flags, each.answers = ["something"], {"e0": "same"}
    page = shown(facts, tmp_path)
    for section in ("flags", "equal", "students"):
        names = [name.text for name in page.find(id=section).find_all(class_="name")]
        assert {f"Li Wei {one.id}", f"li wei {other.id}"} <= set(names), section
    assert any("Li Wei " in n.text for n in page.find(id="misconceptions").find_all(class_="name"))
    names = [name.text for name in page.find(id="flags").find_all(class_="name")]
    assert third.name in names


def test_an_anonymous_page_has_no_empty_columns_and_no_ids(tmp_path):
    students = shown(without_names(simulated(12)), tmp_path).find(id="students")
    assert {len(row("td")) for row in students.tbody("tr")} == {len(students.thead("th"))}
    assert "student-" not in students.text and "link" not in students.text


def test_people_outside_the_class_are_counted_separately(tmp_path):
    facts = simulated(3, strangers=2)
    absent, tester = (StudentFacts(name, name, handed_in=False) for name in ("abe", "tester"))
    tester.counts = False
    facts.students += [absent, tester]
    page = shown(facts, tmp_path)
    tiles = " ".join(page.find(class_="tiles").get_text(" ").split())
    assert tiles.startswith("3 of 4 handed in 2 more, not in the class 3 graded")
    assert [name.text for name in page.find(id="missing").find_all(class_="name")] == ["abe"]
    tiles = " ".join(shown(simulated(3), tmp_path).find(class_="tiles").get_text(" ").split())
    assert tiles.startswith("3 handed in 3 graded")


def test_students_without_marks_are_in_the_table_too(tmp_path):
    facts = simulated(3)
    facts.students += [
        StudentFacts("bad", "Bad", failure="It is empty."),
        StudentFacts("new", "New"),
    ]
    table = shown(facts, tmp_path).find(id="students")
    by_name = {r.td.find(class_="name").text.split()[0]: r("td") for r in table.tbody("tr")}
    assert by_name["Bad"][1].text == "could not be graded"
    assert by_name["New"][1].text == "not graded yet"
    assert {len(cells) for cells in by_name.values()} == {len(table.thead("th"))}


@pytest.mark.parametrize(
    ("value", "text"), [(-0.001, "0.00"), (0.0, "0.00"), (-0.5, "−0.50"), (1 / 3, "0.33")]
)
def test_rounding_makes_no_number_negative(value, text):
    assert two_decimals(value) == text
    assert at_most_two_decimals(value) == text.rstrip("0").rstrip(".")


@pytest.mark.slow
def test_long_answers_are_compared_and_given_code_is_not(classroom):
    people = facts_of(classroom)
    assert people["ada"].answers and not people["zed"].answers
    notebook = nbformat.read(classroom.autograded("ada", HOMEWORK), as_version=4)
    cells = {cell.id: cell for cell in notebook.cells}
    assert all(len(cells[cell].source) >= MIN_LONG_ANSWER for cell in people["ada"].answers)
    shared = people["ada"].answers.items() & people[NASTY].answers.items()
    assert "own-sort" in cells and "own-sort" not in shared  # no check is about it
    equal = class_facts(classroom, HOMEWORK).equal_answers
    assert {cell for cell, _ in shared} <= {cell for cell, _ in equal}


@pytest.mark.by_day(1)
@either_dark
def test_the_analysis_of_the_class_is_readable_on_any_screen(window, tmp_path, schemes):
    facts = simulated(40, strangers=3)
    facts.students[0].answers = facts.students[2].answers = {"e0": "one"}
    shown(facts, tmp_path)
    look_at(window, tmp_path / "page.html", "analysis", schemes)


def test_the_numbers_below_the_histogram_do_not_touch_each_other(window, tmp_path):
    facts = simulated(12)
    facts.exercises[0] = Exercise("e0", "0 Exercise", 16.0)  # bars of 2.5 points
    write_class_page(facts, Classroom(tmp_path), tmp_path / "page.html")
    with opened(window, tmp_path / "page.html") as shown:
        for width in (390, 800):
            shown.set_viewport_size({"width": width, "height": 900})
            boxes = [each.bounding_box() for each in shown.locator(".histogram .tick").all()]
            boxes = [box for box in boxes if box]
            assert len(boxes) > 5
            assert all(b["x"] - a["x"] - a["width"] > 3 for a, b in pairwise(boxes))


@pytest.mark.slow
def test_the_page_loads_nothing(page):
    assert loaded_from_elsewhere(page) == []


@pytest.mark.by_day(1)
@either_dark
def test_the_page_is_readable_on_any_screen(window, page, schemes):
    look_at(window, page, "report", schemes)


def test_clicking_a_heading_sorts_its_table(window, page):
    with opened(window, page) as shown:
        table = shown.locator("#students table")
        totals = table.locator("tbody td:nth-child(2)")

        def sorted_by() -> list[float]:
            texts = totals.all_inner_texts()
            return [-1.0 if text == "could not be graded" else float(text) for text in texts]

        table.get_by_role("button", name="Total").click()
        falling = sorted_by()
        assert falling == sorted(falling, reverse=True) and falling[-1] == -1
        assert table.locator("th[aria-sort=descending]").inner_text().startswith("Total")
        table.get_by_role("button", name="Total").press("Enter")
        assert sorted_by() == falling[::-1]
        assert shown.complaints == []


def test_a_column_of_times_is_sorted_by_time(window, tmp_path):
    times = {"ann": "2026-01-30", "bob": "2026-01-28", "cid": "2026-01-29"}
    students = [
        StudentFacts(name, name, marks={"a": 1.0}, handed_in_at=f"{day}T08:00:00+00:00")
        for name, day in times.items()
    ]
    path = tmp_path / "report.html"
    facts = ClassFacts(HOMEWORK, Exercises([Exercise("a", "A", 2.0)]), students)
    write_class_page(facts, Classroom(tmp_path), path)
    with opened(window, path) as shown:
        shown.get_by_role("button", name="Handed in").click()
        names = shown.locator("#students tbody td:first-child").all_inner_texts()
    assert [name.split()[0] for name in names] == ["bob", "cid", "ann"]


def test_names_can_be_hidden_by_a_button_a_key_and_the_address(window, classroom, page):
    private = re.compile(r"ada|lovelace|okafor|emeka|hana|ivo|mallory|zed|yara", re.IGNORECASE)

    def told(shown) -> str:
        inner = shown.locator("body").inner_text()
        return inner + " ".join(shown.eval_on_selector_all("a[href]", "e => e.map(a => a.href)"))

    with opened(window, page) as shown:
        assert private.search(told(shown))
        shown.get_by_role("button", name="Hide names").click()
        assert not private.search(told(shown))
        assert shown.url.endswith("#hide-names")
        shown.keyboard.press("h")
        assert "Lovelace" in told(shown)
        assert "#hide-names" not in shown.url
        shown.get_by_role("link", name="Ada Lovelace").first.wait_for()
    with opened(window, page, at="#hide-names") as shown:
        assert not private.search(told(shown))
        numbers = shown.locator("#students tbody td:first-child").all_inner_texts()
        assert numbers == sorted(numbers, key=lambda text: int(text.split()[1]))
        assert (
            shown.get_by_role("button", name="Show names").get_attribute("aria-pressed") == "true"
        )
        assert shown.complaints == []
