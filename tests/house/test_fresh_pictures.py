"""The pictures in the README and beside the lectures are what the code draws today."""

import re

import pytest

from tests.helpers import ROOT


def test_the_picture_in_the_readme_is_fresh():
    from tests.helpers.readme_picture import picture

    is_fresh = (ROOT / "docs" / "cosh.svg").read_text() == picture()
    assert is_fresh, "docs/cosh.svg is stale. Run: make picture"


def test_the_stills_of_the_lectures_are_fresh_small_and_shown_with_their_notebooks():
    from tests.helpers.lecture_stills import FOLDER, stills

    page = (ROOT / "docs" / "lecturers.md").read_text()
    drawn = stills()
    assert sorted(drawn) == sorted(path.stem for path in (ROOT / "notebooks/lectures").glob("*"))
    for name, svg in drawn.items():
        kept = (FOLDER / f"{name}.svg").read_text()
        assert _said(kept)[0] == _said(svg)[0], f"{name}.svg is stale. Run: make picture"
        assert _said(kept)[1] == pytest.approx(_said(svg)[1], rel=0.02, abs=0.02), "make picture"
        assert len(kept.encode()) < 40_000 and "prefers-color-scheme" in kept
        assert not re.search(r"https?://(?!www\.w3\.org)|url\((?!#)|<script", kept)
        assert f"](lectures/{name}.svg)](../notebooks/lectures/{name}.ipynb)" in page


def _said(svg: str) -> tuple[str, list[float]]:
    """Style and words of a picture without numbers, and the numbers in its words, which another
    processor may round in another way."""
    style, words = re.search(r"<style>.*?</style>", svg)[0], re.search('aria-label="(.*?)"', svg)[1]
    number = r"\d+(?:\.\d+)?"
    return style + re.sub(number, "", words), [float(each) for each in re.findall(number, words)]
