"""New class lists are refused if somebody would get another's work by them, or most a second id."""

import re

import pytest
from typer.testing import CliRunner

from autograder.base.paths import released_path
from autograder.cli import app
from autograder.enrolment.rename import rename
from autograder.systems.download import BadDownload
from tests.helpers.downloads import BY_NUMBER, CANVAS, HW, NUMBERED, ROSTER, A, B, C, notebook


@pytest.mark.parametrize("dry_run", [True, False])
def test_a_class_list_that_does_not_identify_the_class_is_refused(desk, dry_run):
    desk.collect(BY_NUMBER, roster=NUMBERED)
    before = desk.everything()
    other = desk.roster(ROSTER.replace(",S1", ",7").replace(",S2", ",8").replace(",S3", ",9"))
    with pytest.raises(BadDownload, match="S1, S2, S3"):
        desk.collect(CANVAS, roster=other, dry_run=dry_run)
    assert desk.everything() == before


@pytest.mark.parametrize(
    "newer",
    [
        ROSTER,  # the same number under another heading
        "SIS Login ID,Student,Email\njdoe,Jane Doe,Jane@x.org\njmueller,Jürgen Müller,"
        "juergen@x.org\nalee,Ann Lee,ann@x.org\n",
    ],
)
def test_another_systems_class_list_turns_nobody_into_two_students(desk, newer):
    desk.collect(BY_NUMBER, roster=NUMBERED)
    files = dict.fromkeys(CANVAS, released_path("hw2-tanh").read_bytes())
    assert desk.run(files, homework="hw2-tanh", roster=newer).exit_code == 0
    assert desk.submitted() == {"jdoe": A, "jmueller": B, "alee": C}
    assert desk.classroom.students("hw2-tanh") == ["alee", "jdoe", "jmueller"]


SWAPPED = ROSTER.replace("S3,alee", "S3,jdoe").replace("S1,jdoe", "S1,alee")
HANDED_ON = ROSTER.replace("S1,jdoe", "S1,alee").replace("S3,alee", "S3,ann")
BY_NAME = "id,name\njdoe,Ann Lee\njmueller,Jürgen Müller\nalee,Jane Doe\n"


@pytest.mark.parametrize("newer", [SWAPPED, HANDED_ON, BY_NAME])
def test_a_class_list_in_which_an_id_becomes_anothers_is_refused_with_what_to_do(desk, newer):
    """The files are named by the registrar's numbers or by names, which stay."""
    desk.collect(CANVAS, roster=ROSTER)
    work, before = desk.submitted(), desk.everything()
    done = desk.run(CANVAS, roster=newer)
    assert done.exit_code == 2 and desk.everything() == before
    said = " ".join(done.output.split())
    assert "jdoe" in said and "Nothing was written" in said
    (desk.classroom.folder / "roster.csv").unlink()
    for old, new in re.findall(r"autograder rename ([\w-]+) ([\w-]+)", said):
        words = ["rename", old, new, "--class-dir", str(desk.classroom.folder)]
        assert CliRunner().invoke(app, words).exit_code == 0
    done = desk.run(CANVAS, roster=newer)
    assert done.exit_code == 0, done.output
    jane, ann = ("alee", "ann") if newer == HANDED_ON else ("alee", "jdoe")
    assert desk.submitted() == {jane: A, "jmueller": B, ann: C}
    assert work == {"jdoe": A, "jmueller": B, "alee": C}


def test_a_class_list_in_which_an_id_becomes_anothers_is_taken_if_neither_has_anything(desk):
    assert desk.run({f"müllerjürgen_124_9002_{HW}.ipynb": B}, roster=ROSTER).exit_code == 0
    assert desk.run({f"müllerjürgen_124_9002_{HW}.ipynb": B}, roster=SWAPPED).exit_code == 0


@pytest.mark.parametrize(
    "newer",
    [
        # Jane Doe has left, and Ann Lee, who has handed in nothing, has her id.
        ROSTER.replace('"Doe, Jane",123,S1,jdoe,A\n', "").replace("S3,alee", "S3,jdoe"),
        # Jane Doe has Ann Lee's, who has Max Roe's: neither of them has handed in anything.
        SWAPPED.replace("S3,jdoe", "S3,mroe"),
        # Jane Doe has left, and a new student has her id.
        ROSTER.replace('"Doe, Jane",123,S1', '"Low, Lia",127,S5'),
        # A new student has Jane Doe's, who has a new one.
        ROSTER.replace("S1,jdoe", "S1,jane") + '"Roe, Max",126,S4,jdoe,A\n',
    ],
)
def test_nobody_gets_what_the_former_owner_of_their_id_has_handed_in(desk, newer):
    (jane,) = [name for name, data in CANVAS.items() if data == A]
    desk.collect({jane: A}, roster=ROSTER + '"Roe, Max",126,S4,mroe,A\n' * ("jane" not in newer))
    done = desk.run({jane: A}, roster=newer)
    said = " ".join(done.output.split())
    assert done.exit_code == 2 and "Nothing was written" in said, said
    (desk.classroom.folder / "roster.csv").unlink()
    steps = re.findall(r"autograder ((?:rename|forget) [\w -]+?) --class-dir ", said)
    assert steps
    for step in steps:
        words = [*step.split(), "--class-dir", str(desk.classroom.folder)]
        assert CliRunner().invoke(app, words, input="y\n").exit_code == 0, step
    other = {f"müllerjürgen_124_9002_{HW}.ipynb": B}
    assert desk.run(other, roster=newer).exit_code == 0
    given = {student for student, data in desk.submitted().items() if data == A}
    assert given == ({"alee"} if "mroe" in newer else {"jane"} if "jane" in newer else set())


def test_somebody_with_a_new_name_and_nothing_else_in_both_lists_is_asked_about(desk):
    (jane,) = [name for name, data in CANVAS.items() if data == A]
    desk.collect({jane: A}, roster="id,name\njdoe,Jane Doe\nalee,Ann Lee\n")
    newer = "id,name\njdoe,Jane Roe\nalee,Ann Lee\n"
    with pytest.raises(BadDownload, match="jdoe, Jane Doe, is Jane Roe"):
        desk.collect({jane: A}, roster=newer)
    (desk.classroom.folder / "roster.csv").write_text(newer)
    desk.collect({jane: A}, roster=newer)
    assert desk.submitted() == {"jdoe": A}


@pytest.mark.parametrize(
    ("before", "now"),
    [
        ("name,email\njdoe,Jane Doe,j@x", "name,email\njdoe,Jane Roe,j@x"),
        ("name,Student ID\njdoe,Jane Doe,17", "name,Student ID\njdoe,Jane Roe,17"),
        ("name\njdoe,Jane Doe", 'name\njdoe,"Doe, Jane"'),
        ("email\njdoe,j@x", "name\njdoe,Jane Roe"),
    ],
)
def test_a_student_with_the_same_id_who_may_be_the_same_is_taken_for_them(desk, before, now):
    desk.classroom.submission("jdoe", HW).parent.mkdir(parents=True)
    desk.classroom.submission("jdoe", HW).write_bytes(A)
    (desk.classroom.folder / "roster.csv").write_text(f"id,{before}\n")
    assert desk.run({f"alee_125_9003_{HW}.ipynb": C}, roster=f"id,{now}\n").exit_code != 2


@pytest.mark.parametrize("new_person", [True, False])
def test_a_former_id_that_a_newer_list_gives_to_another_is_theirs(desk, new_person):
    desk.collect(CANVAS, roster=ROSTER)
    rename(desk.classroom, "jdoe", "jane")
    newer = ROSTER.replace("S1,jdoe", "S1,doe")
    if new_person:
        newer += '"Roe, Max",126,S4,jdoe,A\n'
        files = CANVAS | {f"roemax_126_9004_{HW}.ipynb": notebook("d")}
    else:
        newer, files = newer.replace("S3,alee", "S3,jdoe"), CANVAS
    done = desk.run(files, roster=newer)
    assert done.exit_code == 0, done.output
    others = {"alee": C, "jdoe": notebook("d")} if new_person else {"jdoe": C}
    assert desk.submitted() == {"doe": A, "jmueller": B} | others
