"""Computes late penalties by the class's rules or, without such rules, by the plugin that the
config names. Also enters due times in the gradebook."""

from datetime import UTC

from nbgrader.api import Assignment, Gradebook, SubmittedAssignment
from nbgrader.plugins import BasePlugin, LateSubmissionPlugin
from traitlets import Type
from traitlets.config import Config, LoggingConfigurable

from autograder.base.classroom import Classroom
from autograder.base.files import read_text, write_whole
from autograder.on_nbgrader.recorded_scores import hand_in_times
from autograder.rules.policy import Policy


class AssignLatePenalties(LoggingConfigurable):
    """Takes the place of nbgrader's step of this name. If the class has rules on who is late, it
    applies them.

    Raises:
        TraitError, ImportError: the config names a plugin that cannot be used.
    """

    plugin_class = Type(LateSubmissionPlugin, BasePlugin, help="Computes penalties.").tag(
        config=True
    )

    def __init__(self, config: Config, policy: Policy):
        super().__init__(config=config)
        self._policy = policy

    def assign(self, book: Gradebook, submission: SubmittedAssignment) -> None:
        """Enters the penalty of one submission. If its score has changed, the score must not have
        been read before. This does not commit.

        Raises:
            BadTime: the penalty depends on a time that cannot be used.
        """
        policy, (notebook,) = self._policy, submission.notebooks
        student, homework = submission.student_id, submission.assignment.name
        seconds, penalty = submission.total_seconds_late, 0.0
        if policy.decides(student, homework):
            earned, times = float(notebook.score), hand_in_times(book, submission)
            penalty = policy.penalty(student, homework, earned, times)
        elif seconds > 0:
            plugin = self.plugin_class(parent=self)
            chosen = plugin.late_submission_penalty(student, notebook.score, seconds) or 0.0
            penalty = min(max(chosen, 0.0), notebook.score)
        notebook.late_submission_penalty = penalty or None


def enter_due_time(classroom: Classroom, policy: Policy, assignment: Assignment) -> None:
    """Enters the due time of `policy.toml` in the gradebook, where formgrader shows it. If the file
    no longer has a due time, it is removed from the gradebook, unless somebody has changed it
    there. This does not commit."""
    note, due = classroom.journals / f"{assignment.name}.due", policy.due.get(assignment.name)
    entered = read_text(note)
    if due:
        assignment.duedate = due.astimezone(UTC).replace(tzinfo=None)
        if entered != str(assignment.duedate):
            write_whole(note, str(assignment.duedate))
    elif entered == str(assignment.duedate):
        assignment.duedate = None
    elif entered:
        note.unlink()
