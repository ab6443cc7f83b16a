"""Refuses downloads that are surely mistakes: of another homework or another class.

Each function raises BadDownload, with the reason and what to do.
"""

from collections import Counter
from pathlib import Path

from autograder.people.roster import Roster
from autograder.submissions.candidates import candidates_among
from autograder.submissions.homework_ids import homework_of
from autograder.systems.download import Attempt, BadDownload

MIN_SUSPICIOUS = 3  # notebooks of another homework, or strangers; fewer may be one person's mistake
MAX_ATTEMPTS_READ = 10  # the newest attempts of each person, which are searched for a notebook


def refuse_other_files(attempts: list[Attempt], homework: str, source: Path) -> None:
    """Refuses a download that is mostly for another homework."""
    # Only the newest attempt with a notebook counts, since one person may have made many attempts.
    homework_by_account: dict[str, str] = {}
    tried: Counter[str] = Counter()
    for attempt in sorted(attempts, key=Attempt.order)[::-1]:  # newest first
        account = attempt.account
        if account in homework_by_account or tried[account] == MAX_ATTEMPTS_READ:
            continue
        tried[account] += 1
        # They are read one attempt at a time, since together they may be large.
        notebooks, _ = candidates_among(attempt.files)
        if found := [homework_of(notebook.data) for notebook in notebooks]:
            homework_by_account[account] = homework if homework in found else found[-1]
    total = len(homework_by_account)
    for other, count in Counter(homework_by_account.values()).most_common(1):
        if other not in ("", homework) and count >= MIN_SUSPICIOUS and count > total / 2:
            raise BadDownload(
                f"{count} of {total} notebooks are for {other}, not {homework}. Did you mean "
                f"to collect {source.name} for {other}? Nothing was written."
            )


def refuse_another_class(attempts: list[Attempt], roster: Roster, path: Path) -> None:
    """Refuses a download that is mostly from people who are not in the class list at `path`."""
    people = {attempt.account for attempt in attempts}
    strangers = people - {attempt.account for attempt in attempts if attempt.matches_in(roster)}
    if roster.students and len(strangers) >= MIN_SUSPICIOUS and len(strangers) > len(people) / 2:
        raise BadDownload(
            f"{len(strangers)} of {len(people)} people are not in {path}: is that the list "
            "of another class? Name the right one with --roster, or add --only-roster to skip "
            "these people. Nothing was written."
        )
