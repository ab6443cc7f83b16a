"""Small files, read and written with care."""

import tempfile
from pathlib import Path


def read_text(path: Path) -> str | None:
    """The text of a small file, None if it is not there."""
    return path.read_text(encoding="utf-8").strip() if path.is_file() else None


def write_whole(path: Path, content: str | bytes) -> None:
    """Writes a file so that it is there whole or not at all, whenever the machine stops."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=path.parent, prefix=".", delete=False) as file:
        file.write(content.encode() if isinstance(content, str) else content)
    Path(file.name).chmod(0o644)
    Path(file.name).replace(path)
