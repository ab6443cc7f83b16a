"""A subject whose answers are data, as those of a graded kernel are."""

import contextlib
import io
import json
from collections.abc import Callable

from autograder.in_kernel.agent import Agent
from autograder.judge.remote_subject import RemoteSubject, read_answers
from course.messages.failure import CheckFailed


class Kernel:
    """Stands in for a kernel: gets acts and returns answers as JSON, and keeps both."""

    def __init__(self, **names):
        self.agent = Agent(names)
        self.acts, self.answers = [], []

    def carry_out(self, act):
        self.acts.append(json.loads(json.dumps(act)))
        self.answers.append(json.loads(json.dumps(self.agent.carry_out(self.acts[-1]))))
        return self.answers[-1]


def elsewhere(**names) -> RemoteSubject:
    """A subject that has these functions and classes."""
    return RemoteSubject(
        Kernel(**names).carry_out,
        lambda asked: lambda: read_answers(asked, Kernel(**names).carry_out),
    )


def shown(check: Callable, *arguments) -> tuple:
    """What a check prints, and the lines that a notebook shows if it fails."""
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        try:
            check(*arguments)
            return printed.getvalue(), []
        except CheckFailed as failure:
            return printed.getvalue(), failure._render_traceback_()
