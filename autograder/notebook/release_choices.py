"""Keeps the choices for all released notebooks: what they link to and install the course from, what
they say to the AI in Colab, and whether each student gets their own version of some exercises.

They are stored in `notebooks/release.json`, so that every later release agrees with them.
"""

import json
import re
from dataclasses import asdict, dataclass
from typing import Literal, get_args

from autograder.base import paths
from autograder.base.failure import Failure
from autograder.base.files import write_json

COPY = "copy"
AIChoice = Literal["open", "tutor", "off"]
OPEN, TUTOR, OFF = AI_CHOICES = get_args(AIChoice)

_GITHUB = re.compile(r"https://github\.com/[\w.-]+/[\w.-]+")
_BRANCH = re.compile(r"[\w./-]+")
_PIP_URL = re.compile(r"(git\+)?(https?|ssh|file)://[^\s\"'\\]+")


class BadChoice(Failure):
    """A choice that cannot work; the message says what a valid one looks like."""


@dataclass(frozen=True)
class ReleaseChoices:
    """The choices for all released notebooks."""

    repository: str = ""  # the students' repository on GitHub; empty if there is none
    branch: str = "main"  # the branch of that repository
    # Where pip gets `course` if it is missing: a URL, or "copy" for the copy in the notebook. Empty
    # for the repository or, if there is none, the copy.
    install_from: str = ""
    # What notebooks say to the AI in Colab, unless a homework's own text says otherwise: one of
    # `AI_CHOICES`.
    ai: str = OPEN
    # Whether each student gets their own version of some exercises, by an id in the set-up cell.
    variants: bool = False

    def __post_init__(self) -> None:
        if self.repository and not _GITHUB.fullmatch(self.repository):
            raise BadChoice(
                f"{self.repository!r} is not a repository that Colab can open. Write it as "
                "https://github.com/OWNER/NAME."
            )
        if not _BRANCH.fullmatch(self.branch):
            raise BadChoice(
                f"{self.branch!r} cannot be used as a branch: only letters, digits and . _ / - can."
            )
        if self.install_from not in ("", COPY) and not _PIP_URL.fullmatch(self.install_from):
            raise BadChoice(
                f"{self.install_from!r} is not a URL from which pip can install: give one "
                f"such as https://... or git+https://..., or {COPY!r}."
            )
        if type(self.variants) is not bool:
            raise BadChoice(f"variants is {self.variants!r}; it must be true or false.")
        if self.ai not in AI_CHOICES:
            raise BadChoice(f"ai is {self.ai!r}; it must be one of {', '.join(AI_CHOICES)}.")

    @property
    def url(self) -> str:
        """The URL from which pip installs `course`; empty for the copy in the notebook."""
        if self.install_from:
            return "" if self.install_from == COPY else self.install_from
        return f"{self.repository}/archive/refs/heads/{self.branch}.zip" if self.repository else ""

    def colab(self, path: str) -> str:
        """The address at which Colab opens a file of the repository; empty if there is none."""
        if not self.repository:
            return ""
        place = self.repository.removeprefix("https://github.com/")
        return f"https://colab.research.google.com/github/{place}/blob/{self.branch}/{path}"

    def changed(self, **changes: str | bool | None) -> "ReleaseChoices":
        """A copy with some choices changed; None leaves a choice as it is.

        Raises:
            BadChoice: a choice cannot work.
        """
        given = {name: choice for name, choice in changes.items() if choice is not None}
        if isinstance(repository := given.get("repository"), str):
            given["repository"] = repository.rstrip("/").removesuffix(".git")
        return ReleaseChoices(**asdict(self) | given)

    def save(self) -> None:
        """Keeps the choices for later releases. Without a file, they are the defaults."""
        if self == ReleaseChoices():
            paths.CHOICES.unlink(missing_ok=True)
        else:
            write_json(paths.CHOICES, asdict(self))


def kept_choices() -> ReleaseChoices:
    """The choices that the last release kept; the defaults if none were made.

    Raises:
        BadChoice: their file was edited, and cannot be used.
    """
    if not paths.CHOICES.exists():
        return ReleaseChoices()
    try:
        return ReleaseChoices(**json.loads(paths.CHOICES.read_text(encoding="utf-8")))
    except (TypeError, ValueError, BadChoice) as error:
        file = f"{paths.CHOICES.parent.name}/{paths.CHOICES.name}"
        reason = str(error).removesuffix(".")
        advice = "Correct it, or delete it to begin with the defaults."
        raise BadChoice(f"{file} cannot be used: {reason}. {advice}") from None
