"""What a zip for Gradescope is told: it lies in the zip as `gradescope.json`."""

import json
from dataclasses import asdict, dataclass
from pathlib import Path

NAME = "gradescope.json"


@dataclass(frozen=True)
class Settings:
    """What a zip is for."""

    assignment: str
    secret: str  # of which the random draws are made
    sandbox_only: bool = False  # whether to refuse to grade where there can be no sandbox

    @classmethod
    def read(cls, folder: Path) -> "Settings":
        """The settings in a folder."""
        return cls(**json.loads((folder / NAME).read_text(encoding="utf-8")))

    def text(self) -> str:
        """The file's text."""
        return json.dumps(asdict(self), indent=1) + "\n"
