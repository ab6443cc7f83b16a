"""Takes a new class list, unless it would give somebody another's work, or most a second id."""

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from autograder.base.classroom import Classroom
from autograder.base.files import sha256, write_whole
from autograder.collect.wrong_download import MIN_SUSPICIOUS
from autograder.people.list_changes import changed_ids, located_ids
from autograder.people.roster import Roster
from autograder.people.student import are_two_people, have_different_names
from autograder.systems.download import Attempt, BadDownload

MAX_EXAMPLES = 3  # students that a message names


@dataclass(frozen=True)
class NewClassList:
    """A class list that came with a download, and the one that it is to replace."""

    classroom: Classroom
    path: Path
    now: Roster  # what is in it
    before: Roster  # what the class's list has; empty if there is none that can be used

    @cached_property
    def _handed_in(self) -> set[str]:
        return set(self.classroom.students("*"))

    @cached_property
    def _changed_ids(self) -> dict[str, str]:
        return changed_ids(self.before.students, self.now.students)

    @cached_property
    def _located(self) -> dict[str, str]:
        return located_ids(self.before.students, self.now.students)

    @property
    def former(self) -> dict[str, str]:
        """By new id, the old ids under which students' submissions are kept until somebody renames
        the students. With another name, this is left to the instructor."""
        before, now = self.before.by_id, self.now.by_id
        return {
            new: old
            for old, new in self._changed_ids.items()
            if not have_different_names(before[old], now[new])
        }

    def refuse_if_wrong(self, attempts: list[Attempt]) -> None:
        """Refuses the list if it would do harm, with the reason and what to do.

        Args:
            attempts: the attempts in the download that the list came with.

        Raises:
            BadDownload: somebody would get another's work, or most of the class a second id.
        """
        self._refuse_other_ids(attempts)
        self._refuse_exchanged_ids()
        self._refuse_new_owners()

    def take(self) -> None:
        """Makes it the class's list. If the old one is different, a copy of it is kept."""
        data, roster = self.path.read_bytes(), self.classroom.roster
        replaced = roster.read_bytes() if roster.exists() else data
        if replaced != data:
            name = f"roster-{sha256(replaced)[:12]}.csv"
            write_whole(self.classroom.all_collected / name, replaced)
        write_whole(roster, data)

    def _refuse_other_ids(self, attempts: list[Attempt]) -> None:
        """Refuses the list if most of the class would get a second id from it."""
        known = self.now.by_id.keys() | self._changed_ids.keys()
        # An id that was made from the system's name for a student is known if exactly one row fits.
        known |= {
            attempt.student_id for attempt in attempts if len(attempt.matches_in(self.now)) == 1
        }
        strangers, count = sorted(self._handed_in - known), len(self._handed_in)
        if len(strangers) >= MIN_SUSPICIOUS and len(strangers) > count / 2:
            examples = ", ".join(strangers[:MAX_EXAMPLES])
            raise BadDownload(
                f"{len(strangers)} of the {count} people who handed in, such as "
                f"{examples}, are not in {self.path.name}, and nothing in it identifies them: they "
                "would be duplicated. If it lists another class, give that class its own "
                "--class-dir. Otherwise use a list with a column that the old list has too: ID "
                "number, SIS User ID, Student ID or e-mail address. Or first rename these students "
                f"one by one: {self.classroom.command('rename', 'OLD', 'NEW')}. Nothing was "
                "written."
            )

    def _refuse_exchanged_ids(self) -> None:
        """Refuses the list if it gives somebody an id that was another's, and one of the two has
        handed in. If such a renaming were interrupted half way, nobody could tell whose work is
        whose. So instructors have to rename the students one by one."""
        before, now, handed_in, located = self.before, self.now, self._handed_in, self._located
        moved = {old: new for old, new in located.items() if new != old}
        taken = {
            old: new for old, new in moved.items() if new in before.by_id and {old, new} & handed_in
        }
        others = [student for student in now.students if student.id not in moved]
        for old, new in changed_ids(before.students, others).items():
            if old in now.by_id and old in handed_in:  # a new student has the old id
                taken[old] = new
        if not taken:
            return
        old, new = min(taken.items())
        left = {each: moved[each] for each in {*taken, *taken.values()} & moved.keys() & handed_in}
        steps = [  # for students who are not in the new list, and whose ids others have now
            self.classroom.command("forget", each)
            for each in sorted(handed_in & {*taken.values()} - {*located})
        ]
        while left:
            free = [each for each in left if left[each] not in left]
            source = min(free or left)
            target = left.pop(source)
            if not free:  # each waits for another's id to become free
                left[f"{source}-before"], target = target, f"{source}-before"
            steps.append(self.classroom.command("rename", source, target))
        roster = self.classroom.roster.name
        raise BadDownload(
            f"In {self.path.name}, {new} is whom {roster} calls {old}. One of these ids is "
            "somebody else's in one of the lists: somebody would get another's work. Nothing was "
            f"written. Move {roster} to another folder, then: {'; '.join(steps)}. Then collect "
            "again."
        )

    def _refuse_new_owners(self) -> None:
        """Refuses the list if it gives the id of somebody who has handed in to another person, and
        the former owner is no longer in it. `_refuse_exchanged_ids` deals with an owner who is in
        the list under another id."""
        owners, listed = self.before.by_id, self.now.by_id
        ids = self._handed_in & owners.keys() & listed.keys() - self._located.keys()
        taken = [each for each in sorted(ids) if are_two_people(owners[each], listed[each])]
        if taken:
            people = "; ".join(
                f"{each}, {owners[each].name}, is {listed[each].name}" for each in taken
            )
            forget = "; ".join(self.classroom.command("forget", each) for each in taken)
            roster = self.classroom.roster.name
            raise BadDownload(
                f"In {self.path.name}, somebody else has an id of {roster}, and would get "
                f"another's work: {people}. Nothing was written. Of two people, first remove what "
                f"the one before handed in: {forget}. If it is one person under two names, write "
                f"the new one into {roster}. Then collect again."
            )
