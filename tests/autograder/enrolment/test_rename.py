"""Changed ids: marks stay, and a former id still means the same student."""

import shutil

import pytest

from autograder.base.classroom import BY_STUDENT, Classroom
from autograder.base.failure import ExitCode
from autograder.enrolment.rename import rename
from autograder.grading.grade import grade
from autograder.grading.journal import Journal
from autograder.on_nbgrader.gradebook import ClassGradebook
from autograder.on_nbgrader.settings import gradebook_url
from autograder.people.former_ids import former_ids
from autograder.people.roster import Roster, current_ids
from tests.autograder.conftest import put, run
from tests.helpers.downloads import CANVAS, ROSTER, A, C
from tests.helpers.grading import HOMEWORK, gradebook

pytestmark = pytest.mark.slow


def test_a_homework_that_is_only_handed_in_is_renamed_and_named(desk):
    put(desk.classroom, "ada", HOMEWORK, b"{}")
    assert rename(desk.classroom, "ada", "lovelace") == [HOMEWORK]
    assert desk.classroom.students(HOMEWORK) == ["lovelace"]


def test_a_changed_id_keeps_its_marks(graded_pair):
    marks = gradebook(graded_pair)
    entry = Journal(graded_pair, HOMEWORK).latest["ada"]
    extensions = graded_pair.folder / "extensions.csv"
    extensions.write_text(f"student,homework,due\nada,{HOMEWORK},excused\n")
    run(graded_pair, "rename", "ada", "lovelace")
    assert extensions.read_text() == f"student,homework,due\nlovelace,{HOMEWORK},excused\n"
    assert gradebook(graded_pair) == {"emeka": marks["emeka"], "lovelace": marks["ada"]}
    assert set(ClassGradebook(graded_pair).people()) == {"emeka", "lovelace"}
    assert Journal(graded_pair, HOMEWORK).latest["lovelace"].key == entry.key
    assert all(not o.is_new for o in grade(graded_pair, HOMEWORK))
    run(graded_pair, "rename", "emeka", "lovelace", code=2)
    assert set(gradebook(graded_pair)) == {"emeka", "lovelace"}
    (graded_pair.folder / "viva").mkdir(exist_ok=True)
    (graded_pair.folder / "viva" / "grace").symlink_to(graded_pair.folder / "submitted" / "emeka")
    assert "a link" in run(graded_pair, "rename", "lovelace", "grace", code=2)
    assert graded_pair.submission("emeka", HOMEWORK).exists()
    assert set(gradebook(graded_pair)) == {"emeka", "lovelace"}
    for each in BY_STUDENT:  # the marks alone are in the way, too
        shutil.rmtree(graded_pair.folder / each / "lovelace", ignore_errors=True)
    assert "both have" in run(graded_pair, "rename", "lovelace", "emeka", code=2)


def test_deleting_a_renamed_student_for_good_takes_what_the_trash_has_under_the_former_id(
    graded_pair,
):
    run(graded_pair, "forget", "ada", "--yes")
    put(graded_pair, "ada", HOMEWORK, b"again")
    run(graded_pair, "rename", "ada", "lovelace")
    assert "forget ada --undo" in run(graded_pair, "forget", "lovelace", "--undo", code=2)
    printed = run(graded_pair, "forget", "lovelace", "--yes", "--for-good")
    assert "trash/ada" in printed and not [*graded_pair.trash.glob("*")]


def test_what_the_trash_has_under_a_former_id_is_restored_under_the_present_one(
    graded_pair, tmp_path
):
    (graded_pair.folder / "roster.csv").write_text("id,name\nada,Ada King\nemeka,Emeka Obi\n")
    forgotten, template = gradebook(graded_pair)["ada"], tmp_path / "template.csv"
    head = "Student,ID,SIS User ID,SIS Login ID,Section,hw1-cosh (7)\nPoints Possible,,,,,30\n"
    template.write_text(f'{head}"King, Ada",1,,ada,A,\n')

    def exported() -> float:
        words = ["--to", "canvas", "--template", template, "--into", tmp_path / "marks.csv"]
        run(graded_pair, "export", HOMEWORK, *words, code=1)  # it has no row for Emeka
        return float((tmp_path / "marks.csv").read_text().splitlines()[-1].split(",")[-1])

    mark = exported()
    run(graded_pair, "forget", "ada", "--yes")
    put(graded_pair, "ada", HOMEWORK, graded_pair.submission("emeka", HOMEWORK).read_bytes())
    grade(graded_pair, HOMEWORK)
    run(graded_pair, "rename", "ada", "lovelace")
    since = gradebook(graded_pair)
    printed = run(graded_pair, "forget", "ada", "--undo", code=1)
    assert "The class has something of lovelace" in printed and "forget lovelace --cl" in printed
    assert gradebook(graded_pair) == since and exported() < mark
    run(graded_pair, "forget", "lovelace", "--yes")
    assert "restored, as lovelace" in run(graded_pair, "forget", "ada", "--undo")
    assert gradebook(graded_pair) == since | {"lovelace": forgotten} and exported() == mark
    assert graded_pair.submission("lovelace", HOMEWORK).exists()
    assert [*Journal(graded_pair, HOMEWORK).latest] == ["emeka", "lovelace"]
    assert not [*graded_pair.folder.glob("*/ada")]


def test_a_new_id_that_is_not_in_the_class_list_is_reported(graded_pair):
    (graded_pair.folder / "roster.csv").write_text("id\nlovelace\nemeka\n")
    printed = run(graded_pair, "rename", "ada", "lovelaze")
    assert "not in roster.csv" in printed and "Did you mean lovelace?" in printed
    assert "roster.csv" not in run(graded_pair, "rename", "lovelaze", "lovelace")


def test_two_people_of_the_class_list_do_not_become_one(graded_pair):
    roster = graded_pair.folder / "roster.csv"
    roster.write_text("id,name\nada,Ada King\nemeka,Emeka Obi\nkurt,Kurt Gödel\n")
    marks = gradebook(graded_pair)
    printed = run(graded_pair, "rename", "ada", "kurt", code=2)
    assert "Ada King (ada)" in printed and "Kurt Gödel (kurt)" in printed
    assert gradebook(graded_pair) == marks and former_ids(graded_pair) == {}
    roster.write_text("id,name\nada,Ada King\nemeka,Emeka Obi\nking,Ada King\n")
    run(graded_pair, "rename", "ada", "king")


@pytest.mark.parametrize("listed", [False, True], ids=["handed in", "listed"])
def test_two_ids_do_not_differ_in_case_only(graded_pair, listed):
    """What a system calls somebody is looked up without regard to case."""
    if listed:
        (graded_pair.folder / "roster.csv").write_text("id,name\nada,Ada\nemeka,Emeka\nkurt,Kurt\n")
    other = "kurt" if listed else "emeka"
    marks = gradebook(graded_pair)
    printed = run(graded_pair, "rename", "ada", other.upper(), code=2)
    assert f"autograder rename ada {other}" in printed
    assert gradebook(graded_pair) == marks and former_ids(graded_pair) == {}
    run(graded_pair, "rename", "ada", "ADA")
    assert gradebook(graded_pair)["ADA"] == marks["ada"]


def test_nobody_gets_an_id_that_the_class_list_has_for_somebody_who_was_renamed(graded_pair):
    """Otherwise both would have the marks of the one in the list."""
    (graded_pair.folder / "roster.csv").write_text("id,name\nada,Ada King\nemeka,Emeka Obi\n")
    run(graded_pair, "rename", "ada", "lovelace")
    marks = gradebook(graded_pair)
    assert "Ada King (ada)" in run(graded_pair, "rename", "emeka", "ada", code=2)
    assert gradebook(graded_pair) == marks
    run(graded_pair, "rename", "lovelace", "ada")


def test_a_class_list_that_cannot_be_used_is_said_before_anything_is_renamed(graded_pair):
    (graded_pair.folder / "roster.csv").write_text("id,name\nada,Ada\nada,Ada King\n")
    marks = gradebook(graded_pair)
    for words in (("rename", "ada", "lovelace"), ("report", HOMEWORK), ("feedback", HOMEWORK)):
        assert "Line 3 of roster.csv" in run(graded_pair, *words, code=2)
    assert gradebook(graded_pair) == marks and former_ids(graded_pair) == {}


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Jane Müller,j@x.de", "Jane Mueller,j@x.de"),
        ("Jane Müller,", "Mueller Jane,"),
        ("Jane Müller,j@x.de", "Jane M. Doe,J@x.de"),
        (",", "Jane Müller,j@x.de"),
    ],
)
def test_a_person_whom_the_class_list_has_twice_becomes_one(graded_pair, first, second):
    roster = graded_pair.folder / "roster.csv"
    roster.write_text(f"id,name,email\nada,{first}\nemeka,Emeka Obi,\njane,{second}\n")
    run(graded_pair, "rename", "ada", "jane")


def test_two_people_without_an_address_do_not_become_one(graded_pair):
    roster = graded_pair.folder / "roster.csv"
    roster.write_text("id,name,email\nada,Ada King,\nemeka,Emeka Obi,\nkurt,Kurt Gödel,\n")
    assert "Ada King (ada)" in run(graded_pair, "rename", "ada", "kurt", code=2)


def test_a_class_list_with_a_former_id_means_the_student_who_had_it(graded_pair):
    (graded_pair.folder / "roster.csv").write_text("id,name\nada,Ada King\nemeka,Emeka Obi\n")
    printed = run(graded_pair, "rename", "ada", "lovelace")
    assert "not in roster.csv" not in printed and "former id of lovelace" in printed
    assert [s.id for s in Roster.of(graded_pair).students] == ["lovelace", "emeka"]
    assert current_ids(graded_pair, HOMEWORK) == {
        "ada": "lovelace",
        "lovelace": "lovelace",
        "emeka": "emeka",
    }
    assert "ada is lovelace now" in run(graded_pair, "rename", "ada", "countess", code=2)
    run(graded_pair, "rename", "lovelace", "countess")
    assert former_ids(graded_pair) == {"ada": "countess", "lovelace": "countess"}
    run(graded_pair, "rename", "countess", "ada")
    assert former_ids(graded_pair) == {"countess": "ada", "lovelace": "ada"}
    (graded_pair.folder / "roster.csv").write_text("id\nada\nlovelace\n")
    assert [s.id for s in Roster.of(graded_pair).students] == ["ada", "lovelace"]  # two people
    run(graded_pair, "forget", "ada", "--yes", "--for-good")
    assert former_ids(graded_pair) == {}


@pytest.mark.parametrize("elsewhere", [False, True])
def test_the_number_in_the_learning_management_system_identifies_a_changed_login(
    graded_pair, tmp_path, elsewhere
):
    heads = "Student,ID,SIS User ID,SIS Login ID,Section\n"
    lists = []
    for login in ("ada", "lovelace"):
        lists.append(tmp_path / f"{login}.csv")
        lists[-1].write_text(f'{heads}"King, Ada",101,S1,{login},A\n"Obi, Emeka",102,S2,emeka,A\n')
    shutil.copy(lists[0], graded_pair.folder / "roster.csv")
    download = tmp_path / "download"
    download.mkdir()
    (download / f"kingada_101_9_{HOMEWORK}.ipynb").write_bytes(
        graded_pair.submission("ada", HOMEWORK).read_bytes()
    )
    marks = gradebook(graded_pair)["ada"]
    words = ["collect", str(download), HOMEWORK, "--roster", str(lists[1])]
    if elsewhere:
        book = shutil.move(graded_pair.folder / "gradebook.db", tmp_path / "marks.db")
        graded_pair = Classroom(graded_pair.folder, f"sqlite:///{book}")
        words += ["--db-url", gradebook_url(graded_pair)]
    printed = run(graded_pair, *words)
    assert "ada is lovelace" in printed
    assert gradebook(graded_pair)["lovelace"] == marks
    assert (graded_pair.folder / "gradebook.db").exists() is not elsewhere
    assert graded_pair.students(HOMEWORK) == ["emeka", "lovelace"]


@pytest.mark.parametrize("has_both", [False, True])
def test_a_dry_run_says_of_a_changed_id_what_collecting_would(graded_pair, tmp_path, has_both):
    listed = "id,name,email\n{},Ada King,a@x\nemeka,Emeka Obi,e@x\n"
    (graded_pair.folder / "roster.csv").write_text(listed.format("ada"))
    newer = tmp_path / "newer.csv"
    newer.write_text(listed.format("lovelace"))
    if has_both:
        put(graded_pair, "lovelace", HOMEWORK, b"{}")
    else:  # there is nothing but marks
        for step in ("submitted", "autograded"):
            shutil.rmtree(graded_pair.folder / step / "ada")
    shutil.copytree(graded_pair.folder / "submitted" / "emeka", tmp_path / "download" / "emeka")
    words = ["collect", tmp_path / "download", HOMEWORK, "--roster", newer]
    code = ExitCode.LOOK if has_both else ExitCode.DONE
    would_move = run(graded_pair, *words, "--dry-run", code=code)
    assert "ada" in ClassGradebook(graded_pair).people()
    moved = run(graded_pair, *words, code=code)
    assert ("ada is lovelace" in would_move, "ada is lovelace" in moved) == (not has_both,) * 2
    assert f"ada and lovelace both have {HOMEWORK}" in would_move or not has_both
    assert ("ada" in ClassGradebook(graded_pair).people()) is has_both


def test_a_dry_run_makes_no_gradebook(desk):
    desk.collect(CANVAS, roster=ROSTER)
    before = desk.everything()
    done = desk.run(CANVAS, "--dry-run", roster=ROSTER.replace("jdoe,", "jane,"))
    assert "jdoe is jane" in done.output
    assert desk.everything() == before


@pytest.mark.parametrize("dry_run", [True, False])
@pytest.mark.parametrize("theirs", ["S1,e@x", "S9,ada@x"])
def test_nobody_gets_the_data_of_somebody_with_another_name(desk, theirs, dry_run):
    """Ada has left, and Eve has her number or her address."""
    heads, ann = "id,name,ID number,email\n", "alee,Ann Lee,S3,ann@x\n"
    files = {"ada.ipynb": A, "alee.ipynb": C}
    desk.collect(files, roster=f"{heads}ada,Ada King,S1,ada@x\n{ann}")
    newer = f"{heads}eve,Eve Black,{theirs}\n{ann}"
    done = desk.run({"alee.ipynb": C}, *["--dry-run"] * dry_run, roster=newer)
    said = " ".join(done.output.split())
    assert done.exit_code == ExitCode.LOOK
    assert "Eve Black (eve) has a number or address of Ada King (ada)" in said
    assert desk.submitted() == {"ada": A, "alee": C}
    run(desk.classroom, "rename", "ada", "eve")
    assert desk.submitted() == {"eve": A, "alee": C}


@pytest.mark.parametrize("name", ["King, Ada Mary", "ADA", "Ada  King", ""])
def test_a_name_may_be_longer_or_shorter_in_another_list(desk, name):
    heads, ann = "id,name,ID number\n", "alee,Ann Lee,S3\n"
    files = {"ada.ipynb": A, "alee.ipynb": C}
    desk.collect(files, roster=f"{heads}ada,Ada King,S1\n{ann}")
    done = desk.run({"alee.ipynb": C}, roster=f'{heads}countess,"{name}",S1\n{ann}')
    assert "ada is countess" in done.output
    assert desk.submitted() == {"countess": A, "alee": C}


@pytest.mark.parametrize("dry_run", [True, False])
@pytest.mark.parametrize("name", ["Ada King", "King, Ada"])
def test_a_new_student_with_the_name_of_one_who_is_gone_is_asked_about(desk, name, dry_run):
    heads, ann = "id,name\n", "alee,Ann Lee\n"
    desk.collect({"ada.ipynb": A, "alee.ipynb": C}, roster=f"{heads}ada,Ada King\n{ann}")
    newer = f'{heads}countess,"{name}"\n{ann}'
    words = ["--dry-run"] * dry_run
    done = desk.run({"alee.ipynb": C}, *words, roster=newer)
    said = " ".join(done.output.split())
    assert done.exit_code == ExitCode.LOOK
    assert "Ada King (countess) is new, and ada, who had the same name, is gone" in said
    assert "autograder rename ada countess --class-dir" in said
    assert desk.submitted() == {"ada": A, "alee": C}
    run(desk.classroom, "rename", "ada", "countess")
    again = desk.run({"alee.ipynb": C}, *words, roster=newer)
    assert again.exit_code == ExitCode.DONE and "is gone" not in again.output


@pytest.mark.parametrize(
    "newer",
    [
        "eve,Eve Black,eve@x\n",  # only Ada has left
        "ada,Ada King,ada@x\ncountess,Ada King,c@x\n",  # there is a second Ada
        "countess,Ada King,ada@x\nlove,Ada King,c@x\n",  # the address says who is who
    ],
)
def test_nobody_is_asked_about_a_name_if_it_is_clear_who_is_who(desk, newer):
    heads, ann = "id,name,email\n", "alee,Ann Lee,ann@x\n"
    desk.collect({"ada.ipynb": A, "alee.ipynb": C}, roster=f"{heads}ada,Ada King,ada@x\n{ann}")
    done = desk.run({"alee.ipynb": C}, roster=heads + newer + ann)
    assert done.exit_code == ExitCode.DONE and "one person" not in done.output
