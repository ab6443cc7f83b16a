"""`autograder collect`: what it prints, and what it leaves alone."""

import json
import re
from datetime import UTC, datetime

import pytest
from rich.console import Console

from autograder.cli.collect_summary import collected_table
from tests.helpers.downloads import BY_NUMBER, CANVAS, HW, MOODLE, NUMBERED, ROSTER, A, B


def test_a_long_name_leaves_all_remarks_readable_in_80_columns(desk):
    files = {f"{'x' * 90}/a.ipynb": A, "ann/none.pdf": b"%PDF", f".{'y' * 70}.ipynb": B}
    done = desk.collect(files)
    with (console := Console(width=80)).capture() as shown:
        console.print(collected_table(done, HW, dry_run=False))
    assert "no notebook" in shown.get() and "collected" in shown.get()
    assert "No notebook was handed in, only" in shown.get()
    assert "\N{HORIZONTAL ELLIPSIS}" not in shown.get()


def test_a_row_with_the_usual_file_name_fits_into_80_columns(desk):
    worksheet = (
        "Identifier,Full name,ID number,Last modified (submission)\n"
        'Participant 1,María José de la Cruz,001200529,"Friday, 30 January 2026, 6:06 PM"\n'
        'Participant 2,Lena Bauer,001200477,"Friday, 30 January 2026, 6:07 PM"\n'
    )
    files = {
        f"María José de la Cruz_1_assignsubmission_file_/{HW}.ipynb": A,
        "Lena Bauer_2_assignsubmission_file_/mine.ipynb": B,
    }
    done = desk.collect(files, roster=worksheet, zone=UTC, due=datetime(2026, 1, 30, tzinfo=UTC))
    with (console := Console(width=80)).capture() as shown:
        console.print(collected_table(done, HW, dry_run=False))
    lines = shown.get().splitlines()
    assert lines[2].startswith("001200477") and lines[2].rstrip().endswith("mine.ipynb")
    assert lines[3].startswith("001200529") and "18:06 late" in lines[3] and not lines[4].strip()


def test_the_command_prints_a_table_and_the_next_step(desk):
    done = desk.run(CANVAS, roster=ROSTER)
    assert done.exit_code == 0, done.output
    for words in ("jmueller", "late", "3 collected", f"autograder grade {HW}", "--due"):
        assert words in done.output
    assert desk.submitted()["jdoe"] == A


@pytest.mark.parametrize("place", [".", "class", "notebooks"])
def test_the_next_step_can_be_typed_in_any_folder_of_the_clone(desk, monkeypatch, place):
    here = desk.folder / place
    here.mkdir(exist_ok=True)
    monkeypatch.setattr("autograder.base.classroom.ROOT", desk.folder.parent)
    monkeypatch.chdir(here)
    _, _, command = desk.run(CANVAS, roster=ROSTER).output.partition("Next: ")
    assert here.joinpath(command.split()[-1]).resolve() == desk.classroom.folder.resolve()


@pytest.mark.parametrize("earlier", [{}, BY_NUMBER])
def test_a_dry_run_prints_the_same_and_writes_nothing(desk, earlier):
    """Also of students whose ids are others in the new class list."""
    if earlier:
        desk.collect(earlier, roster=NUMBERED)
    source, before = desk.zip(CANVAS), desk.everything()
    dry = desk.run(source, "--dry-run", roster=ROSTER).output
    assert desk.everything() == before
    wet = desk.run(source, roster=ROSTER).output
    assert "Nothing was written" in dry
    assert ("3 unchanged" if earlier else "3 collected") in wet
    assert ("Their data would move along." in dry) is bool(earlier)
    expected = dry.replace("What would happen: ", "").replace("Would be: ", "")
    expected = expected[: expected.index("Nothing was written")].replace("would move", "moved")
    said, _, command = wet.partition("Next: ")
    assert said.split() == expected.split()
    class_dir = str(desk.classroom.folder)
    assert command.split() == ["autograder", "grade", HW, "--class-dir", class_dir]


def test_names_from_the_class_list_stand_beside_the_ids(desk):
    files = {name: data for name, data in CANVAS.items() if "lee" not in name}
    named = desk.run(files, roster=ROSTER).output
    assert re.search(r"jmueller +Jürgen Müller +collected", named)
    assert "1 of the class list has not handed in: Ann Lee (alee)." in " ".join(named.split())


def test_excused_students_are_not_listed_as_missing(desk):
    files = {name: data for name, data in CANVAS.items() if "lee" not in name}
    desk.classroom.folder.mkdir()
    excused = f"student,homework,due\nalee,{HW},excused\n"
    (desk.classroom.folder / "extensions.csv").write_text(excused)
    assert "has not handed in" not in " ".join(desk.run(files, roster=ROSTER).output.split())


def test_json_holds_all_facts(desk):
    done = desk.run(MOODLE, "--json")
    facts = json.loads(done.stdout)
    assert done.exit_code == 1  # a student handed in text alone
    assert facts["system"] == "moodle"
    assert {row["student"]: row["status"] for row in facts["rows"]} == {
        "jane-doe": "collected",
        "müller-jürgen": "collected",
        "ann-lee": "no notebook",
    }


def test_json_is_all_that_is_printed_also_of_students_with_other_ids(desk):
    desk.collect(BY_NUMBER, roster=NUMBERED)
    files = desk.zip(CANVAS)
    assert "would move" in desk.run(files, "--dry-run", roster=ROSTER).output
    assert len(json.loads(desk.run(files, "--json", roster=ROSTER).stdout)["rows"]) == 3
    assert "3 unchanged" in desk.run(files, roster=ROSTER).output


@pytest.mark.parametrize(
    ("homework", "options", "says"),
    [
        (HW, [], "no file or folder"),
        ("hw99", [], "There is no homework 'hw99'"),
        (HW, ["--from", "sakai"], "sakai"),
        (HW, ["--due", "soon"], "is not a time"),
        (HW, ["--timezone", "Nowhere/At all"], "There is no time zone"),
        (HW, ["--roster", "no.csv"], "cannot be read"),
    ],
)
def test_wrong_arguments_get_a_sentence_and_exit_code_2(desk, homework, options, says):
    done = desk.run("nothing.zip", *options, homework=homework)
    assert done.exit_code == 2
    assert says in " ".join(done.output.split())


def test_names_are_printed_as_text_and_not_as_markup(desk):
    done = desk.run({"[red]x[/].ipynb": A})
    assert "[red]x" in done.output


SIGNS = "\x1b[2J\x9b1A\u202e\x07"


@pytest.mark.parametrize("options", [[], ["--json"]])
def test_control_characters_in_a_name_do_not_reach_the_terminal(desk, options):
    files = {f"eve{SIGNS}.pdf": b"%PDF", "alee.ipynb": B, f"{SIGNS}/x.ipynb": A}
    done = desk.run(files, *options)
    assert "alee" in done.output
    assert not set(SIGNS) & set(done.output) - set("[2J1A")
