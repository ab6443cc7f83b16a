"""Lists the headings of columns that say who somebody is, in the lists of any system.

They are those of Canvas, Moodle (in several languages), Gradescope, Blackboard, Brightspace
and nbgrader. They are reduced to letters and digits (`plain_heading`).
"""

import re

from autograder.people.spelling import folded

# The columns that say who a row is about. The first one present is used: of Canvas's two names,
# this is the sortable one, "De Luca, Maria", because it shows which is the family name.
_PERSON = {
    "name": "sortablename, name, fullname, studentname, vollstandigername, nomcomplet, "
    "nombrecompleto, student",
    "first": "firstname, givenname, vorname, prenom, nombre, first",
    "last": "lastname, surname, familyname, nachname, nom, apellidos, apellido, last",
    "email": "email, emailaddress, mail, emailadresse, adressedecourriel, direcciondecorreo",
    "id": "sisloginid, id, username, benutzername, anmeldename, login, loginid, idnumber, "
    "idnummer, sid, studentid, studentnumber, matrikelnummer, matriculationnumber, sisuserid, "
    "orgdefinedid, lmsuserid",
}
PERSON = {part: words.split(", ") for part, words in _PERSON.items()}
ABOUT_PERSON = {word for words in PERSON.values() for word in words}
PARTICIPANT = "identifier"  # in Moodle's grading worksheets: "Participant 1327627"

# Ids that stay the same when a login or name changes. The registrar's number is the same in all
# systems; an LMS's own number means something only in that LMS.
REGISTRAR = {"sisuserid", "idnumber", "idnummer", "orgdefinedid", "studentid", "studentnumber"}
REGISTRAR |= {"sid", "matrikelnummer", "matriculationnumber"}
LMS_NUMBER = {"id", "lmsuserid"}

# The first cells, in lower case, of Canvas's rows that are not about a student.
_TEST_STUDENT = ("student, test", "test student")
NOT_STUDENTS = {"points possible", *_TEST_STUDENT}
TEST_STUDENTS = {"".join(filter(str.isalpha, name)) for name in _TEST_STUDENT}

# What Canvas, Blackboard and Brightspace add to an assignment's name.
_ADDED = re.compile(r"\s*(?:\(\d+\)|\[Total Pts: [^\]]*\].*|Points Grade(?: <[^>]*>)?)$")


def plain_heading(text: str) -> str:
    """The letters and digits of a heading, without case, accents and what an LMS adds."""
    return min(folded(_ADDED.sub("", text)), key=len, default="")
