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
        made = Path(file.name)
    try:
        made.write_bytes(content.encode() if isinstance(content, str) else content)
        made.chmod(0o644)
        made.replace(path)
    except OSError:  # such as a full disk
        made.unlink(missing_ok=True)
        raise
