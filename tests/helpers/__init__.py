"""What tests share, and what makes pictures for the documents."""

from pathlib import Path

ROOT = Path(__file__).parents[2]
LECTURES = ROOT / "notebooks" / "lectures"
