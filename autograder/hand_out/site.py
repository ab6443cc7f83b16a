"""Makes a website of the course: static pages that load nothing else, with working players.

The site is made of what students get. It has the homeworks to read and download, each lecture with
its outputs, and a page with the player for each of its named graphs.
"""

import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import PurePosixPath

import nbformat
from markupsafe import Markup
from nbconvert.preprocessors import ExecutePreprocessor
from nbformat import NotebookNode

from autograder.base.paths import ROOT
from autograder.hand_out.public_files import files_for_students, listed_notebook
from autograder.notebook.release_choices import kept_choices
from autograder.notebook.set_up import (
    BADGE,
    LECTURES_IN_REPOSITORY,
    path_in_repository,
    without_set_up,
)
from autograder.pages.markdown import markdown
from autograder.pages.pictures import SVG
from autograder.pages.rendering import render
from autograder.pages.shown_cells import accessible, displayed, shown_output, source_as_html
from course.picture.assets import with_dom
from course.picture.widgets import WIDGET_VIEW
from course.player import page as player_page
from course.player.explorer import PRESETS
from course.player.page import Player
from course.player.replay import diagnose, explore

CELL_SECONDS = 120  # for a cell of a lecture
WALL = "gallery/nine-engines.html"
_LIVE = re.compile(r'<figure class="backprop-(?:player|frames)".*?</figure>', re.DOTALL)
_LINK = re.compile(r"\[([^\]]+)\]\((?!https?:)[^)]*\)")  # to a file that is not on the site


@dataclass(frozen=True)
class ListedPage:
    """A page of the site, as other pages list it."""

    title: str
    path: str
    about: str = ""  # more about it, such as a homework's points
    notebook: str = ""  # the path of the notebook on it, if there is one
    colab: str = ""  # where Colab opens that; empty if no repository is known


def site(homeworks: list[str]) -> dict[str, bytes]:
    """The files of the site, by path. Its homeworks must have been released.

    Raises:
        Failure: it would contain a line of a solution.
    """
    files = {
        path: data
        for path, data in files_for_students(homeworks).items()
        if path.endswith(".ipynb")
    }
    notebooks = {path: nbformat.reads(data.decode(), as_version=4) for path, data in files.items()}
    listed = {path: _notebook_page(path, notebook) for path, notebook in notebooks.items()}
    lectures = [path for path in files if path.startswith(LECTURES_IN_REPOSITORY)]
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(_run_lecture, [notebooks[path] for path in lectures]))
    gallery = {_gallery_page(name): explore(preset=name).player for name in PRESETS}
    pages = {
        "index.html": _page(
            "index.html",
            "Backpropagation by Hand",
            homeworks=[listed[path_in_repository(homework)] for homework in homeworks],
            lectures=[listed[path] for path in lectures],
        ),
        "syllabus.html": _page("syllabus.html", "Syllabus", _syllabus()),
        "gallery.html": _page("gallery.html", "Gallery", gallery=_steps(gallery), wall=WALL),
        WALL: _page(WALL, "Nine engines, eight of them wrong", _figure(diagnose().player)),
    }
    for page, player in gallery.items():
        pages[page.path] = _page(page.path, page.title, _figure(player), listed=page)
    for path, page in listed.items():
        cells = _cells(notebooks[path], page.title)
        pages[page.path] = _page(page.path, page.title, cells, listed=page)
    return {path: text.encode() for path, text in pages.items()} | {
        listed[path].notebook: data for path, data in files.items()
    }


def _notebook_page(path: str, notebook: NotebookNode) -> ListedPage:
    in_readme = listed_notebook(path, notebook, kept_choices())
    folder, name = PurePosixPath(path).parts[1], PurePosixPath(path).stem
    return ListedPage(
        in_readme.title,
        path=f"{folder}/{name}.html",
        about=f"{in_readme.points} points" if folder == "homework" else "",
        notebook=f"{folder}/{name}.ipynb",
        colab=kept_choices().colab(path),
    )


def _gallery_page(preset: str) -> ListedPage:
    name = re.sub(r"\W+", "-", preset).strip("-")
    return ListedPage(preset, f"gallery/{name}.html", "; ".join(PRESETS[preset]))


def _steps(gallery: dict[ListedPage, Player]) -> Iterator[tuple[ListedPage, dict[str, int]]]:
    """The pages of the gallery with the step at which each pass begins, counted from 1."""
    for page, player in gallery.items():
        (run,) = player.runs.values()
        yield page, {phase: step + 1 for phase, step in run.phase_starts.items()}


def _run_lecture(lecture: NotebookNode) -> None:
    """Runs a lecture, to show its outputs."""
    for cell in lecture.cells:
        cell.source = without_set_up(cell.source)
    runner = ExecutePreprocessor(
        timeout=CELL_SECONDS,
        store_widget_state=False,
        kernel_name="python3",
        # Leaves out a warning that other users of this machine could read along. Lectures are
        # public.
        extra_arguments=["--IPKernelApp.log_level=ERROR"],
    )
    runner.preprocess(lecture, {})


def _syllabus() -> Markup:
    text = (ROOT / "docs" / "syllabus.md").read_text(encoding="utf-8")
    shown = markdown(_LINK.sub(r"\1", text.partition("\n")[2]))
    return Markup('<section class="text">{}</section>').format(accessible(shown))


def _figure(player: Player) -> Markup:
    return Markup(player_page.figure(player_page.packed(player.runs, reveal=player.reveal)))


def _cells(notebook: NotebookNode, title: str) -> Markup:
    """The cells of one of our notebooks, without its title."""
    shown = []
    for cell in notebook.cells:
        if cell.id == BADGE:
            continue
        cell.source = cell.source.removeprefix(f"# {title}")  # it is at the top of the page
        outputs = map(_output, cell.get("outputs", []))
        shown.append(
            Markup('<section class="{}">{}{}</section>').format(
                "text" if cell.cell_type == "markdown" else "code",
                accessible(source_as_html(cell)),
                accessible(Markup("").join(filter(None, outputs))),
            )
        )
    return Markup("\n").join(shown)


def _output(output: NotebookNode) -> Markup | None:
    """The output of one of our cells; a player, or a demo that needs no kernel, unchanged."""
    data = output.get("data", {})
    if figures := _LIVE.findall(data.get("text/html", "")):
        return Markup("".join(figures))
    if WIDGET_VIEW in data:  # controls need a kernel, so show their picture and what to do
        picture = {SVG: data[SVG]} if SVG in data else {}
        note = Markup('<p class="quiet">{}</p>').format(data["text/plain"])
        return (displayed(picture, is_ours=True) or Markup()) + note
    return shown_output(output, is_ours=True)


def _page(path: str, title: str, content: Markup | str = "", **facts: object) -> str:
    """A page that is to be at a path."""
    scripts = {
        "backprop-player": player_page.script(),
        "backprop-frames": with_dom("lecture/frames.js"),
    }
    return render(
        "site.html.j2",
        title=title,
        path=path,
        root="../" * (len(PurePosixPath(path).parts) - 1),
        content=content,
        script=Markup("".join(js for name, js in scripts.items() if f'class="{name}"' in content)),
        **{"homeworks": [], "lectures": [], "gallery": [], "wall": "", "listed": None} | facts,
    )
