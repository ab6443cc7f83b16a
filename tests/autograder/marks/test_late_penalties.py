"""Late penalties by nbgrader's plugins, policy.toml and extensions.csv."""

import sys
from datetime import UTC, datetime

import pytest

from autograder.__main__ import main
from autograder.base import interrupt
from autograder.base.classroom import Classroom
from autograder.base.failure import ExitCode, Failure
from autograder.base.paths import released_path
from autograder.grading.grade import grade
from autograder.on_nbgrader import marks_writer, settings
from autograder.on_nbgrader.gradebook import ClassGradebook, open_gradebook
from autograder.on_nbgrader.marks_writer import renew_penalties
from tests.autograder.conftest import put, run, score_by_hand
from tests.helpers.grading import HOMEWORK, autograde_by_nbgrader, hand_in, sample_of_homework

pytestmark = pytest.mark.slow

LATE_LINE = 'c.LateSubmissionPlugin.penalty_method = "zero"'


@pytest.fixture
def configure(monkeypatch):
    """Call it with a line of nbgrader_config.py."""

    def add(line: str) -> None:
        def configured(*arguments, **options):
            config = settings.configured(*arguments, **options)
            exec(line, {"c": config})
            return config

        monkeypatch.setattr(marks_writer, "configured", configured)

    return add


BY_THE_DAY = """
from math import ceil
from nbgrader.plugins import BasePlugin

class TenPercentADay(BasePlugin):
    def late_submission_penalty(self, student_id, score, total_seconds_late):
        return score * min(1, 0.1 * ceil(total_seconds_late / 86400))

c = get_config()
c.AssignLatePenalties.plugin_class = TenPercentADay
"""


def hand_in_at(classroom: Classroom, student: str, day: int) -> None:
    note = classroom.submission(student, HOMEWORK).with_name("timestamp.txt")
    note.write_text(f"2026-02-0{day} 12:00:00 UTC")


def set_due(classroom: Classroom) -> None:
    """What formgrader does when somebody types a due date: here February 2nd."""
    with open_gradebook(classroom) as book:
        book.find_assignment(HOMEWORK).duedate = datetime(2026, 2, 2)
        book.db.commit()


@pytest.fixture
def late_class(classroom) -> Classroom:
    """A class in which only Ada has handed in, a day late by a due date that formgrader has."""
    put(classroom, "ada", HOMEWORK, sample_of_homework()["ada"])
    hand_in_at(classroom, "ada", 3)
    set_due(classroom)
    return classroom


def test_a_due_date_set_later_brings_the_penalty_of_nbgraders_plugin(classroom, configure):
    late, in_time = hand_in(classroom)[:2]
    hand_in_at(classroom, late, 3)
    hand_in_at(classroom, in_time, 1)
    words = ["grade", HOMEWORK, "--workers", "0", "--student", late, "--student", in_time]
    run(classroom, *words)
    marks = {o.student: o.entry.score for o in grade(classroom, HOMEWORK, students=[late, in_time])}
    set_due(classroom)
    configure(LATE_LINE)
    printed = run(classroom, *words)
    assert f"Late penalties that changed: {late} {marks[late]:g} (was 0)." in printed
    assert "0 graded, 2 had already been graded." in printed
    recorded = ClassGradebook(classroom).recorded_submissions(HOMEWORK)
    assert recorded[late].mark == 0 < recorded[late].penalty
    assert recorded[in_time].mark == marks[in_time] > 0
    assert "Late penalties" not in run(classroom, *words)


def test_a_penalty_is_computed_from_the_new_score_also_by_nbgraders_autograde(late_class):
    path = late_class.submission("ada", HOMEWORK)
    first, right = released_path(HOMEWORK).read_bytes(), path.read_bytes()
    (late_class.folder / "nbgrader_config.py").write_text(BY_THE_DAY)
    book, penalties = ClassGradebook(late_class), []
    for data in (right, first, right):
        path.write_bytes(data)
        (outcome,) = grade(late_class, HOMEWORK, workers=0)
        penalties.append(book.recorded_submissions(HOMEWORK)["ada"].penalty)
        assert penalties[-1] == pytest.approx(outcome.entry.score / 5)
    assert penalties[0] == penalties[2] > penalties[1]
    for data, penalty in ((first, penalties[1]), (right, penalties[0])):
        path.write_bytes(data)
        autograde_by_nbgrader(late_class, HOMEWORK, "ada")
        assert book.recorded_submissions(HOMEWORK)["ada"].penalty == pytest.approx(penalty)


@pytest.mark.parametrize(
    ("lines", "code", "says"),
    [
        ('c.AssignLatePenalties.plugin_class = "late.ByTheDay"', 2, "late.ByTheDay"),
        ("import late", 2, "nbgrader_config.py cannot be used: ModuleNotFoundError: No module"),
        (BY_THE_DAY.replace("score *", "1 / 0 *"), 1, "could not be entered: division by zero"),
    ],
)
def test_a_penalty_that_does_not_work_is_reported_in_a_sentence(
    late_class, lines, code, says, monkeypatch, capsys
):
    (late_class.folder / "nbgrader_config.py").write_text(f"c = get_config()\n{lines}\n")
    words = ["grade", HOMEWORK, "--workers", "0", "--class-dir", str(late_class.folder)]
    monkeypatch.setattr(sys, "argv", ["autograder", *words])
    monkeypatch.setattr(interrupt, "end_at_once", lambda: None)
    with pytest.raises(SystemExit) as ended:
        main()
    printed = " ".join("".join(capsys.readouterr()).split())
    assert ended.value.code == code, printed
    # A path at the end of a line is broken.
    assert says.replace(" ", "") in printed.replace(" ", "") and "Traceback" not in printed


def test_a_penalty_that_fails_after_grading_changes_nothing(late_class):
    grade(late_class, HOMEWORK, workers=0)
    failing = BY_THE_DAY.replace("score *", "1 / 0 *")
    (late_class.folder / "nbgrader_config.py").write_text(failing)
    with pytest.raises(Failure, match="ada's late penalty cannot be computed: ZeroDivision"):
        renew_penalties(late_class, HOMEWORK)
    assert ClassGradebook(late_class).recorded_submissions(HOMEWORK)["ada"].penalty == 0


@pytest.mark.parametrize("at", [datetime(9999, 12, 31, 23, 59, 59), datetime(1, 1, 1)])
def test_an_impossible_stored_time_does_not_stop_other_penalties(graded_pair, at):
    """The command that it names puts it right."""
    (graded_pair.folder / "policy.toml").write_text(
        'timezone = "America/New_York"\n[due]\nhw1-cosh = "2026-01-30"\n'
        '[late]\nper_day = "10 %"\ngrace_minutes = 10\n'
    )
    times = {"ada": at, "emeka": datetime(2026, 2, 1)}  # a day late in New York
    with open_gradebook(graded_pair) as book:
        for student, time in times.items():
            book.find_submission(HOMEWORK, student).timestamp = time
        book.db.commit()
    for command in (
        ("report", HOMEWORK),
        ("report", HOMEWORK, "--json"),
        ("feedback", HOMEWORK),
        ("grade", HOMEWORK, "--student", "emeka"),
        ("export", HOMEWORK, "--to", "csv"),
        ("total",),
    ):
        printed = run(graded_pair, *command, code=1)
        assert "ada's late penalty in hw1-cosh is left as it was." in printed, printed
        assert "grade hw1-cosh --student ada --class-dir" in printed
    recorded = ClassGradebook(graded_pair).recorded_submissions(HOMEWORK)
    score, penalty = recorded["emeka"].mark, recorded["emeka"].penalty
    assert penalty == pytest.approx((score + penalty) / 10) and recorded["emeka"].late
    assert (recorded["ada"].penalty, recorded["ada"].late, recorded["ada"].handed_in_at) == (
        *(0, None, None),
    )
    note = graded_pair.submission("ada", HOMEWORK).with_name("timestamp.txt")
    note.write_text("2026-01-31 08:00 Europe/Berlin")
    printed = run(graded_pair, "grade", HOMEWORK, "--student", "ada", "--workers", "0")
    assert "left as it was" not in printed
    put_right = ClassGradebook(graded_pair).recorded_submissions(HOMEWORK)["ada"]
    assert put_right.handed_in_at == datetime(2026, 1, 31, 7, tzinfo=UTC)
    assert put_right.late


@pytest.mark.by_day(2)
@pytest.mark.parametrize("command", ["grade", "export", "report", "feedback"])
def test_a_score_given_by_hand_changes_a_late_students_penalty(late_class, command):
    (late_class.folder / "nbgrader_config.py").write_text(BY_THE_DAY)
    (outcome,) = grade(late_class, HOMEWORK, workers=0)
    score_by_hand(late_class, HOMEWORK, "ada", "linear-check", 102.0)
    options = {"grade": ["--workers", "0"], "export": ["--to", "csv"]}
    assert "Late penalties that changed: ada " in run(
        late_class, command, HOMEWORK, *options.get(command, [])
    )
    recorded = ClassGradebook(late_class).recorded_submissions(HOMEWORK)["ada"]
    by_hand = outcome.entry.score - 2 + 102
    assert recorded.penalty == pytest.approx(by_hand / 5)
    assert recorded.mark == pytest.approx(by_hand * 0.8)


def test_a_configuration_line_without_effect_is_reported(tmp_path, configure):
    classroom = Classroom(tmp_path)
    (student, *_) = hand_in(classroom)
    configure('c.AssignLatePenalties.penalty_method = "zero"')
    printed = run(classroom, "grade", HOMEWORK, "--workers", "0", "--student", student)
    assert printed.count("`penalty_method` not recognized by") == 1


POLICY = """
timezone = "UTC"
[due]
hw1-cosh = "2026-02-02 00:00"
[late]
per_day = "10 %"
"""


def test_the_rules_of_the_class_set_the_penalty_also_by_nbgraders_autograde(graded_pair):
    hand_in_at(graded_pair, "ada", 3)  # two days late
    (graded_pair.folder / "policy.toml").write_text(POLICY)
    book = ClassGradebook(graded_pair)
    (outcome,) = grade(graded_pair, HOMEWORK, students=["ada"], workers=0)
    earned, one = outcome.entry.score, book.recorded_submissions(HOMEWORK)["ada"]
    assert (one.penalty, one.late) == (pytest.approx(0.2 * earned), True)
    autograde_by_nbgrader(graded_pair, HOMEWORK, "ada")
    assert book.recorded_submissions(HOMEWORK)["ada"] == one
    hand_in_at(graded_pair, "ada", 4)  # somebody has corrected the time
    printed = run(graded_pair, "grade", HOMEWORK)
    less = f"{earned * 0.8:g} ({earned:g} − {earned * 0.2:g} late)"
    assert f"{less} → {earned * 0.7:g} ({earned:g} − {earned * 0.3:g} late)" in printed
    extended = "student,homework,due\nada,hw1-cosh,2026-02-05\n"
    (graded_pair.folder / "extensions.csv").write_text(extended)
    assert "Late penalties that changed: ada 0" in run(graded_pair, "grade", HOMEWORK)
    assert book.recorded_submissions(HOMEWORK)["ada"].late is False
    (graded_pair.folder / "policy.toml").write_text(POLICY + "free_days = x\n")
    for words in (
        ["report", HOMEWORK],
        ["feedback", HOMEWORK],
        ["export", HOMEWORK, "--to", "csv"],
        ["total"],
    ):
        assert "line 7" in run(graded_pair, *words, code=2)


def test_an_extension_sets_a_penalty_without_a_due_time_for_the_class(graded_pair):
    hand_in_at(graded_pair, "ada", 5)
    hand_in_at(graded_pair, "emeka", 5)
    (graded_pair.folder / "policy.toml").write_text(POLICY.replace("hw1-cosh", "hw2-tanh"))
    grade(graded_pair, HOMEWORK, workers=0)
    extended = "student,homework,due\nada,hw1-cosh,2026-02-03\nemeka,hw2-tanh,2026-02-09\n"
    (graded_pair.folder / "extensions.csv").write_text(extended)
    assert "Late penalties that changed: ada" in run(graded_pair, "report", HOMEWORK)
    assert ClassGradebook(graded_pair).recorded_submissions(HOMEWORK)["emeka"].late is None
    set_due(graded_pair)  # in formgrader, for everybody else
    assert "Late penalties" not in run(graded_pair, "report", HOMEWORK)
    recorded = ClassGradebook(graded_pair).recorded_submissions(HOMEWORK)
    ada, emeka = recorded["ada"], recorded["emeka"]
    assert ada.late and ada.penalty == pytest.approx((ada.mark + ada.penalty) * 0.2)
    assert (emeka.late, emeka.penalty) == (True, 0)  # nbgrader's own plugin takes nothing off
    with open_gradebook(graded_pair) as book:
        assert book.find_assignment(HOMEWORK).duedate == datetime(2026, 2, 2)
    run(graded_pair, "feedback", HOMEWORK)
    assert "due 2026-02-03 23:59 UTC" in graded_pair.feedback("ada", HOMEWORK).read_text()
    extended = extended.replace("ada,hw1-cosh,2026-02-03", "ada,hw1-cosh,2026-02-06")
    (graded_pair.folder / "extensions.csv").write_text(extended)
    assert "Late penalties that changed: ada" in run(graded_pair, "report", HOMEWORK)
    recorded = ClassGradebook(graded_pair).recorded_submissions(HOMEWORK)
    assert (recorded["ada"].late, recorded["ada"].penalty) == (False, 0)
    assert recorded["emeka"] == emeka


@pytest.mark.parametrize("is_changed", [False, True])
def test_a_due_time_taken_out_of_the_rules_goes_from_the_gradebook_unless_a_person_changed_it(
    graded_pair, is_changed
):
    hand_in_at(graded_pair, "ada", 5)
    (graded_pair.folder / "policy.toml").write_text(POLICY.replace("02-02", "02-01"))
    grade(graded_pair, HOMEWORK, workers=0)
    assert ClassGradebook(graded_pair).recorded_submissions(HOMEWORK)["ada"].late
    if is_changed:
        set_due(graded_pair)
    (graded_pair.folder / "policy.toml").unlink()
    for _ in range(2):
        run(graded_pair, "report", HOMEWORK)
        ada = ClassGradebook(graded_pair).recorded_submissions(HOMEWORK)["ada"]
        assert (ada.late, ada.penalty) == (True if is_changed else None, 0)
        with open_gradebook(graded_pair) as book:
            due = book.find_assignment(HOMEWORK).duedate
        assert due == (datetime(2026, 2, 2) if is_changed else None)
        set_due(graded_pair)  # which is a person's now
        is_changed = True


def test_a_misspelled_id_in_an_extension_is_reported_with_its_line(graded_pair):
    lines = "student,homework,due\nada,hw1-cosh,excused\nemekka,hw1-cosh,2026-02-02\n"
    (graded_pair.folder / "extensions.csv").write_text(lines)
    export = ["export", HOMEWORK, "--to", "csv"]
    for words in (["grade", HOMEWORK], ["report", HOMEWORK], export, ["total"]):
        printed = run(graded_pair, *words, code=ExitCode.LOOK)
        assert "extensions.csv, line 3" in printed and "Did you mean emeka?" in printed
        assert "line 2" not in printed
    (graded_pair.folder / "roster.csv").write_text("id,email\nada,\nemeka,emekka@uni.example\n")
    (graded_pair.folder / "extensions.csv").write_text(
        lines.replace("emekka", "EMEKKA@uni.example")
    )
    printed = run(graded_pair, "report", HOMEWORK, code=ExitCode.LOOK)
    assert "EMEKKA@uni.example. Did you mean emeka?" in printed
    (graded_pair.folder / "extensions.csv").write_text(lines)
    (graded_pair.folder / "roster.csv").write_text("id\nada\nemeka\nemekka\n")  # not yet handed in
    assert "extensions.csv" not in run(graded_pair, "report", HOMEWORK)


@pytest.mark.parametrize("by_nbgrader", [False, True])
def test_a_deleted_time_is_cleared_at_the_next_grading(graded_pair, by_nbgrader):
    (graded_pair.folder / "policy.toml").write_text(POLICY)
    hand_in_at(graded_pair, "ada", 3)
    (outcome,) = grade(graded_pair, HOMEWORK, students=["ada"], workers=0)
    assert ClassGradebook(graded_pair).recorded_submissions(HOMEWORK)["ada"].penalty > 0
    graded_note = graded_pair.autograded("ada", HOMEWORK).with_name("timestamp.txt")
    assert graded_note.exists()
    graded_pair.timestamp("ada", HOMEWORK).unlink()
    if by_nbgrader:
        autograde_by_nbgrader(graded_pair, HOMEWORK, "ada")
    else:
        grade(graded_pair, HOMEWORK, students=["ada"], workers=0)
    one = ClassGradebook(graded_pair).recorded_submissions(HOMEWORK)["ada"]
    assert (one.mark, one.penalty) == (outcome.entry.score, 0)
    assert one.handed_in_at is None and not one.late and not graded_note.exists()
