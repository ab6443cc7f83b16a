"""Says whose an attempt is, and what a person should know about that."""

from dataclasses import dataclass, field
from functools import cached_property

from autograder.base.classroom import Classroom
from autograder.base.visible import in_one_line, quoted, short_name
from autograder.collect.outcome import Remarks
from autograder.collect.versions import Shelf, students_by_account
from autograder.people.former_ids import former_ids
from autograder.people.roster import Roster
from autograder.people.student import Student, id_from, is_test_student
from autograder.systems.all_systems import SYSTEMS
from autograder.systems.download import Attempt
from autograder.systems.plain_folder import PLAIN_FOLDER


@dataclass
class Matched:
    """Whose an attempt is."""

    student: str  # the student's id or, without one, what the system calls them
    is_taken: bool  # whether that is clear enough to take the attempt
    by_name: bool = False  # whether only a name, or a part of an address, shows who it is
    remarks: Remarks = field(default_factory=Remarks)  # on who it may be


@dataclass(frozen=True)
class AttemptMatcher:
    """Matches the attempts in a download with the people of a class."""

    classroom: Classroom
    homework: str
    system: str
    roster: Roster
    # By new id, the old ids under which students' submissions are still kept.
    former: dict[str, str]
    only_roster: bool  # whether to take nothing from people who are not in the class list

    def match(self, attempt: Attempt) -> Matched:
        """Whose an attempt is."""
        matches = attempt.matches_in(self.roster)
        is_known = len(matches) == 1
        own_id = attempt.student_id or short_name(attempt.account)
        renamed = former_ids(self.classroom)
        student = matches[0].id if is_known else renamed.get(own_id, "")
        student = student or self._earlier_id(own_id, attempt)
        if not matches and (matches := self._called_like(student, attempt)):
            student = short_name(attempt.account)
        if is_known:
            by_name = not attempt.matches_by_id(self.roster)
            return Matched(student, is_taken=True, by_name=by_name)
        is_taken = bool(attempt.student_id) and not matches and not self.only_roster
        return Matched(student, is_taken, remarks=self._who_it_is(student, attempt, matches))

    def _called_like(self, student: str, attempt: Attempt) -> list[Student]:
        """Everybody in the class list who has this id, number, address or part of an address before
        the @, if the id was made from a name. Anybody may have chosen that name, so the attempt
        need not be theirs. If this account has handed in as that student before, there is no doubt,
        and the list is empty."""
        if student in self._ids_of(attempt) or attempt.student_id in map(id_from, attempt.ids):
            return []
        return self.roster.with_id(student) or self.roster.with_mailbox(student)

    def _earlier_id(self, own_id: str, attempt: Attempt) -> str:
        """The id under which the class has what this account handed in before, perhaps of somebody
        who is no longer in the class list. If there is no such id, or several, it is `own_id`, the
        one that the system gives or that was made from a name."""
        if self.system == PLAIN_FOLDER.key or attempt.ambiguous:  # in a folder, accounts are ids
            return own_id
        ids = self._ids_of(attempt)
        return own_id if own_id in ids or len(ids) != 1 else next(iter(ids))

    def _ids_of(self, attempt: Attempt) -> set[str]:
        """The ids under which the class has what this account handed in before."""
        return self._students_by_account.get((self.system, in_one_line(attempt.account)), set())

    @cached_property
    def _students_by_account(self) -> dict[tuple[str, str], set[str]]:
        return students_by_account(self.classroom.all_collected)

    def clash(self, student: str, attempts: list[Attempt], shelf: Shelf) -> str:
        """Sentences about several accounts whose attempts would become one student's. They are
        empty if there is only one account, counting those of earlier downloads."""
        accounts = {in_one_line(attempt.account) for attempt in attempts}
        if self.system != PLAIN_FOLDER.key:
            numbers = {attempt.number for attempt in attempts} - {""}
            before = shelf.accounts(self.system)
            accounts |= {each for each in before if each.rpartition(" ")[2] not in numbers}
        if len(accounts) == 1:
            return ""
        people = ", ".join(map(quoted, sorted(accounts)))
        return (
            f"Several people seem to be {student}: {people}. None was taken. Give a class list "
            f"with the ids that {SYSTEMS[self.system].name} uses."
        )

    def _who_it_is(self, student: str, attempt: Attempt, matches: list[Student]) -> Remarks:
        """Remarks on who in the class list it may be, or that it is nobody there.

        Args:
            matches: everybody who it may be.
        """
        remarks = Remarks(attention=bool(self.roster.students))
        if matches:
            ids = ", ".join(match.id for match in matches)
            remarks.note(
                f"May be {ids} in the class list. Give a class list with --roster that has the ids "
                f"that {SYSTEMS[self.system].name} uses, or put the file into "
                f"submitted/STUDENT/{self.homework}/, where STUDENT is the right id."
            )
        elif is_test_student(student):
            remarks.attention = False
            remarks.note("Is a test student, whom statistics and exports leave out.")
        elif student in self.roster.by_id:
            remarks.attention = False
            remarks.note("The class list has them under another name or number.")
        elif self.roster.students:
            remarks.note(
                "Is not in the class list, roster.csv. If they belong there, give a newer list "
                "with --roster."
            )
        elif not attempt.student_id:
            remarks.note(
                "This name cannot become an id. Give a class list with --roster.", attention=True
            )
        return remarks
