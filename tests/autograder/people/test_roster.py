"""The class list is read as learning management systems write it, and finds the right student."""

import pytest

from autograder.base.classroom import Classroom
from autograder.people.former_ids import note_new_id
from autograder.people.list_changes import changed_ids
from autograder.people.roster import Roster
from autograder.people.roster_file import BadRoster
from autograder.people.suggestions import nearest

CANVAS = (
    "Student,ID,SIS User ID,SIS Login ID,Section,hw1 (77)\n"
    "    Points Possible,,,,,10\n"
    '"Müller, Jürgen",123,S1,jmueller,A,\n'
    '"Doe, Jane ""JD""",124,S2,jdoe,A,5\n'
    '"Student, Test",9,,,A,\n'
)


@pytest.fixture
def read(tmp_path):
    def read(text, encoding="utf-8"):
        path = tmp_path / "roster.csv"
        path.write_bytes(text.encode(encoding))
        return Roster.read(path)

    return read


def facts(roster):
    return [(s.id, s.first, s.last, s.email) for s in roster.students]


def test_two_rows_with_former_ids_of_one_student_keep_them(tmp_path):
    classroom = Classroom(tmp_path)
    for old, new in (("ada", "lovelace"), ("lovelace", "countess"), ("kurt", "goedel")):
        note_new_id(classroom, old, new)
    classroom.roster.write_text("id,name\nada,Ada King\nlovelace,Ada Byron\nkurt,Kurt\n")
    assert [s.id for s in Roster.of(classroom).students] == ["ada", "lovelace", "goedel"]


def test_canvass_gradebook_is_read_without_its_points_and_its_test_student(read):
    roster = read(CANVAS)
    assert [s.id for s in roster.students] == ["jmueller", "jdoe"]
    assert roster.students[0].name == "Jürgen Müller"
    assert roster.students[1].cells["hw1 (77)"] == "5"
    assert next(iter(roster.students[1].cells)) == "Student"


@pytest.mark.parametrize(
    ("text", "heading"),
    [
        (CANVAS, "SIS Login ID"),
        ("Identifier,Full name,ID number,Email\nParticipant 5,Jane Doe,m1,j@x.org\n", "ID number"),
        ("First name,Last name,Email address\nJane,Doe,jane@x.org\n", "Email address"),
        ("", ""),
    ],
)
def test_the_heading_of_the_ids_is_known(read, text, heading):
    assert (read(text) if text else Roster()).heading_of_ids == heading


def test_a_family_name_of_several_words_is_taken_whole_from_canvas(read):
    for text in (
        'Student,ID\n"De Luca, Maria",7\n',
        'id,name,sortable_name\n7,Maria De Luca,"De Luca, Maria"\n',
    ):
        (student,) = read(text).students
        assert (student.first, student.last, student.name) == ("Maria", "De Luca", "Maria De Luca")


def test_lists_are_sorted_as_if_there_were_no_accents(read):
    names = ["Zoë Zhang", "Łucja Łoś", "Nils Ångström", "Jörg Müller", "Øystein Ørsted", "Al Moe"]
    (*students,) = read("id,name\n" + "".join(f"{i},{n}\n" for i, n in enumerate(names))).students
    order = [each.last for each in sorted(students, key=lambda each: each.sort_key)]
    assert order == ["Ångström", "Łoś", "Moe", "Müller", "Ørsted", "Zhang"]


def test_a_name_is_put_on_one_line_whatever_is_in_it(read):
    for headings, name in (
        ("id,name", '"Eve\n\0ada"'),
        ("id,First name,Last name", '"Eve\r\n",\0ada'),
    ):
        (student,) = read(f"{headings}\n7,{name}\n").students
        assert (student.first, student.last, student.name) == ("Eve", "ada", "Eve ada")


@pytest.mark.parametrize(
    "text, expected",
    [
        (
            "First name,Last name,ID number,Email address\nÄnne,Öl,7,a@x.de\n",
            ("7", "Änne", "Öl", "a@x.de"),
        ),
        ("First name,Surname,ID number\nÄnne,Öl,7\n", ("7", "Änne", "Öl", "")),
        (
            "Vorname;Nachname;ID-Nummer;E-Mail-Adresse\nÄnne;Öl;7;a@x.de\n",
            ("7", "Änne", "Öl", "a@x.de"),
        ),
        ("First Name\tLast Name\tSID\tEmail\nÄnne\tÖl\t7\ta@x.de\n", ("7", "Änne", "Öl", "a@x.de")),
        ("Name,SID,Email\nÄnne Öl,7,a@x.de\n", ("7", "Änne", "Öl", "a@x.de")),
        ("Last Name,First Name,Username,Student ID\nÖl,Änne,aoel,7\n", ("aoel", "Änne", "Öl", "")),
        ("sep=;\r\nid;name;email\r\n7;Änne Öl;a@x.de\r\n", ("7", "Änne", "Öl", "a@x.de")),
        ("\r\nid;name\r\n7;Änne Öl\r\n", ("7", "Änne", "Öl", "")),
        ('id;"Name, first, last";email\n7;Änne Öl;a@x.de\n', ("7", "", "", "a@x.de")),
        ("student,name\n7,Änne Öl\n", ("7", "Änne", "Öl", "")),
        ("id,first_name,last_name,email,lms_user_id\n7,Änne,Öl,,9\n", ("7", "Änne", "Öl", "")),
    ],
)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32", "cp1252"])
def test_headings_separators_and_encodings_are_recognised(read, text, expected, encoding):
    roster = read(text, encoding)
    assert facts(roster) == [expected]
    assert not next(iter(roster.students[0].cells)).startswith("\ufeff")


def test_a_column_of_ids_with_gaps_is_passed_over_for_the_next_one(read):
    roster = read("First name,Last name,ID number,Email address\nA,B,,a@x.de\nC,D,5,c@x.de\n")
    assert [s.id for s in roster.students] == ["a@x.de", "c@x.de"]
    assert roster.find("5").first == "C"


@pytest.mark.parametrize(
    "text",
    [
        "jmueller",
        "JMUELLER",
        " 123 ",
        "S1",
        "Jürgen Müller",
        "Müller, Jürgen",
        "mullerjurgen",
        "muellerjuergen",
        "Mu\u0308ller Ju\u0308rgen",
    ],
)
def test_a_student_is_found_by_ids_and_by_names_in_either_order(read, text):
    assert read(CANVAS).find(text).id == "jmueller"


def test_a_family_name_of_several_words_may_come_first(read):
    roster = read("Full name,ID number\nLuz García Márquez,S1\nAna Luz García,S2\n")
    assert roster.find("garcíamárquezluz").id == "S1"
    assert roster.find("Garcia, Ana Luz").id == "S2"
    assert roster.find("luzgarcía") is None


def test_a_student_is_found_by_address_mailbox_and_participant_number(read):
    roster = read("Identifier,Full name,Email address\nParticipant 77,Jane Doe,jane@x.org\n")
    for text in ("JANE@x.org", "jane", "Participant 77"):
        assert roster.find(text).name == "Jane Doe"
    assert roster.find("77") is None


def test_an_ambiguous_name_finds_nobody_and_lists_the_candidates(read):
    roster = read("id,name\n1,Anna Maria\n2,Maria Anna\n")
    assert roster.find("Anna Maria") is None
    assert [s.id for s in roster.candidates("annamaria")] == ["1", "2"]
    assert roster.candidates("") == roster.candidates("nobody") == []


@pytest.mark.parametrize(
    "text, says",
    [
        ("", "is empty"),
        ("foo,bar\n1,2\n", "no column of ids. Its headings are foo, bar"),
        ("id,name\n", "has no line about a student"),
        ("id,name\nx,A\nX,B\n", "Line 3 of roster.csv has the same id as line 2, 'X'"),
        ("id,name\nx,A\n,B\n", "Line 3 of roster.csv has nothing under 'id'"),
        ("\nid,name\n\nx,A\n\nX,B\n", "Line 6 of roster.csv has the same id as line 4, 'X'"),
        ('sep=;\nid;name\nx;"A\nB"\n\n;C\n', "Line 6 of roster.csv has nothing under 'id'"),
        ("id\n../../x\n", "Line 2 of roster.csv has the id '../../x', which cannot name a folder"),
        ('id,name,email\n\ndo,"Do,d@x\nev,Ev,e@x\n', "from line 3:"),
        ("id\n.hidden\n", "cannot name a folder"),
        ('id\n"' + "x" * 200_000 + '"\n', "cannot name a folder"),
    ],
)
def test_an_unusable_list_is_refused_with_the_place_and_the_reason(read, text, says):
    with pytest.raises(BadRoster, match=says.replace(".", r"\.")):
        read(text)


def test_a_class_without_a_list_has_an_empty_one(tmp_path):
    assert not Roster.of(Classroom(tmp_path)).students
    (tmp_path / "roster.csv").write_text(CANVAS)
    assert [*Roster.of(Classroom(tmp_path)).by_id] == ["jmueller", "jdoe"]


@pytest.mark.parametrize(
    "old, new",
    [
        (
            "ID number,Full name,Email\n123,A B,a@x.de\n7,C D,cd@x.de\n8,E F,cd@x.de\n",
            "SIS Login ID,ID,Email\nada,123,z@x.de\ncd,5,cd@x.de\n",
        ),
        ("id,ID number,Email\na,7,a@x.de\n", "id,ID number,Email\nb,7,b@x.de\nc,8,a@x.de\n"),
        ("id,Student ID\na,unknown\n", "id,Student ID\nb,unknown\n"),
    ],
)
def test_different_kinds_of_numbers_and_missing_ones_join_nobody(read, old, new):
    assert changed_ids(read(old).students, read(new).students) == {}


def test_up_to_three_similar_ids_are_suggested_the_most_similar_first(read):
    roster = read("id\nsmythe\nsmithe\nsmith1\nsmyth\njones\n")
    ids = [student.id for student in nearest("smithe", roster.students)]
    assert len(ids) == 3 and ids[0] == "smithe" and "jones" not in ids
