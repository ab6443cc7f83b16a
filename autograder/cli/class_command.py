"""What commands about a class share: they check that the class and its students exist, and say at
the end what needs attention."""

from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from autograder.base.classroom import Classroom
from autograder.base.failure import Failure
from autograder.base.visible import in_one_line
from autograder.cli.console import complain, say
from autograder.people.roster import Roster
from autograder.people.roster_file import BadRoster
from autograder.people.suggestions import did_you_mean
from autograder.rules.extensions import EXTENSIONS
from autograder.rules.policy_file import policy_of

if TYPE_CHECKING:
    from autograder.marks.class_marks import ClassMarks


@dataclass(frozen=True)
class ClassCommand:
    """The class that a command is about and, usually, the homework."""

    classroom: Classroom
    homework: str = ""

    @classmethod
    def in_existing(
        cls, class_dir: Path | None, database: str | None, homework: str = ""
    ) -> "ClassCommand":
        """A command in the chosen class. Raises Failure if its folder does not hold a class."""
        classroom = Classroom.chosen(class_dir, database)
        files = classroom.submitted, classroom.gradebook_file, classroom.journals
        if not any(path.exists() for path in files):
            raise Failure(
                f"There is no class in {classroom.folder}. Name the class's folder with "
                "--class-dir or in CLASS_DIR, or collect first."
            )
        return cls(classroom, homework)

    @cached_property
    def marks(self) -> "ClassMarks":
        """The marks of the homework, as they are when they are first looked at.

        Raises:
            Failure: a file of the class cannot be used.
        """
        from autograder.marks.class_marks import class_marks

        return class_marks(self.classroom, self.homework)

    @cached_property
    def _known_ids(self) -> set[str]:
        """The ids of everybody of whom the class has anything."""
        from autograder.enrolment.belongings import known_ids

        return known_ids(self.classroom)

    def known_students(self, chosen: list[str] | None) -> list[str] | None:
        """The chosen students, each once. Raises Failure if one has not handed in the homework."""
        handed_in = self.classroom.students(self.homework)
        for student in chosen or []:
            if student not in handed_in:
                if student in Roster.or_empty(self.classroom).by_id or student in self._known_ids:
                    raise Failure(f"{student} has not handed in {self.homework}.")
                suggestion = did_you_mean(self.classroom, student, handed_in)
                raise Failure(f"There is no submission of {student}.{suggestion}")
        return chosen and list(dict.fromkeys(chosen))

    def refuse_unknown(self, student: str, *, in_trash: bool = False) -> None:
        """Raises Failure if the class, or the trash, has nothing of this student."""
        known = self._known_ids
        if in_trash:
            known = known | {path.name for path in self.classroom.trash.glob("*")}
        if student not in known:
            suggestion = did_you_mean(self.classroom, student, known)
            raise Failure(f"The class has nothing of {student}.{suggestion}")

    def about(self, homework: str) -> "ClassCommand":
        """The same about another homework."""
        return replace(self, homework=homework)

    def tell_state(self, *homeworks: str) -> bool:
        """Brings late penalties up to date, and names the folders and the lines of extensions.csv
        that belong to nobody. Returns whether nothing needs attention.

        Args:
            homeworks: those whose marks are shown; by default, the command's own.
        """
        renewed = [
            self.about(name).tell_renewed_penalties() for name in homeworks or [self.homework]
        ]
        return all([*renewed, self.tell_nobodys_folders(), self._tell_unknown_extensions()])

    def tell_renewed_penalties(self) -> bool:
        """Brings late penalties up to date before marks are shown, because formgrader does not
        update them when somebody types a score. Says which have changed and which could not be
        computed; returns whether all could be."""
        from autograder.on_nbgrader.marks_writer import renew_penalties

        renewed = renew_penalties(self.classroom, self.homework)
        if renewed.changed:
            changes = ", ".join(
                f"{student} {now:g} (was {before:g})"
                for student, (before, now) in renewed.changed.items()
            )
            say(f"Late penalties that changed: {changes}.")
        for student, reason in renewed.unchanged.items():
            complain(f"{student}'s late penalty in {self.homework} is left as it was. {reason}")
        return not renewed.unchanged

    def tell_nobodys_folders(self) -> bool:
        """Names the folders of submissions that must be renamed; returns whether there are none."""
        names = self.classroom.nobodys_folders()
        for name in names:
            complain(
                f"submitted/{in_one_line(name)}: rename this folder: its name is not in UTF-8, "
                "has a line break, or is an asterisk."
            )
        return not names

    def tell_bad_roster(self) -> bool:
        """Says why the class list cannot be used, and returns whether it can."""
        try:
            Roster.of(self.classroom)
        except BadRoster as reason:
            complain(reason)
            return False
        return True

    def _tell_unknown_extensions(self) -> bool:
        """Names the lines of extensions.csv about unknown students, and returns whether there are
        none. Such a line is usually a typing error, which would cost somebody an extension."""
        lines = policy_of(self.classroom).extension_lines
        if not lines:
            return True
        listed = {*Roster.or_empty(self.classroom).by_id}
        known = listed | self._known_ids
        unknown = {who: line for who, line in lines.items() if known and who not in known}
        for student, line in unknown.items():
            no = f"no student {student}"
            reason = f"there is {no}" if listed else f"{no} is known"
            suggestion = did_you_mean(self.classroom, student, known)
            complain(f"{EXTENSIONS}, line {line}: {reason}.{suggestion}")
        return not unknown

    def tell_outdated_pages(self) -> None:
        """Names the students whose feedback page is out of date."""
        from autograder.reports.page_state import outdated_pages

        if students := outdated_pages(self.marks):
            say(
                f"\nFeedback pages whose mark or penalty is out of date: "
                f"{', '.join(students)}. To rewrite them: "
                f"{self.classroom.command('feedback', self.homework)}"
            )
