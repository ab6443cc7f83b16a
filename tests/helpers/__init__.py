"""Helpers that tests share, and scripts that draw pictures for the documents."""

from pathlib import Path

ROOT = Path(__file__).parents[2]
LECTURES = ROOT / "notebooks" / "lectures"
