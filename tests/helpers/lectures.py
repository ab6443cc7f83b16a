"""A lecture in a browser: its demos, and how their controls are moved."""

import ast
from collections.abc import Iterator

import nbformat
from nbformat import NotebookNode

from tests.helpers import LECTURES

NAMES = sorted(path.stem for path in LECTURES.glob("*.ipynb"))
DEMO = ".jp-OutputArea-child:has(.widget-html), .output_area:has(.widget-html)"
# What a demo shows. A player is in the output below its controls. Each run has a new one, which may
# look like the one before, as its first step may show no numbers: so it gets a random id.
PICTURE = """demo => [
    ...[...demo.querySelectorAll('.widget-html')].map(each => each.innerHTML),
    ...[...(demo.nextElementSibling?.querySelectorAll('.backprop-player') ?? [])].map(
        player => player.run ??= crypto.getRandomValues(new Uint32Array(2)).join()
    ),
].join(';')"""

SLIDER = ".widget-slider .noUi-handle, .widget-slider .ui-slider-handle"
PLAY = ".widget-play button:has(.fa-play)"
STOP = ".widget-play button:has(.fa-stop)"
CHOICE = ".widget-dropdown select"
TEXT = ".widget-text input[type=text]"
TICK = ".widget-checkbox input, .widget-radio input:not(:checked)"
BUTTON = "button.widget-button, button.widget-toggle-button, .widget-toggle-buttons button"
CONTROLS = ", ".join([SLIDER, PLAY, CHOICE, TEXT, TICK, BUTTON])

TYPED = {"Expression": "y = x*x*x*w", "Values": "x = 0.25, w = 2"}


def lecture(name: str) -> NotebookNode:
    """A lecture's notebook."""
    return nbformat.read(LECTURES / f"{name}.ipynb", as_version=4)


def shown_by(notebook: NotebookNode) -> list:
    """The demos that the code cells of a notebook show, run in this process."""
    shown: list = []
    names = {"__name__": "__main__", "display": shown.append}
    for cell in notebook.cells:
        if cell.cell_type == "code":
            shown.append(_last_value(cell.source, names))
    return [each for each in shown if hasattr(each, "box")]


def _last_value(source: str, names: dict) -> object:
    """Runs a cell; returns the value of its last expression, which a notebook would show."""
    body = ast.parse(source).body
    last = body.pop() if body and isinstance(body[-1], ast.Expr) else None
    exec(compile(ast.Module(body, []), "cell", "exec"), names)
    return last and eval(compile(ast.Expression(last.value), "cell", "eval"), names)


def demos(page, name: str) -> list:
    """The demos of a lecture that has run; they may take a moment to appear."""
    page.locator(DEMO).nth(len(shown_by(lecture(name))) - 1).wait_for()
    return page.locator(DEMO).all()


def controls(demo) -> Iterator[tuple[str, object]]:
    """The visible controls of a demo, each after its name."""
    for control in demo.locator(CONTROLS).all():
        if control.is_visible():
            yield control.evaluate(_NAME), control


_NAME = """control => {
    const button = control.closest('.widget-button, .widget-toggle-button');
    if (button) return button.textContent.trim();
    const box = control.closest('.jupyter-widgets');
    const label = box.querySelector('.widget-label');
    return (label && label.textContent.trim()) || (box.matches('.widget-play') ? 'Play' : '');
}"""


def move(control, name: str) -> None:
    """Moves a control to another value, whatever kind it is."""
    if control.evaluate(f"c => c.matches({SLIDER!r})"):
        control.focus()
        at_end = control.evaluate(
            "c => c.matches('.noUi-handle') ? c.ariaValueNow === c.ariaValueMax "
            ": parseFloat(c.style.left) >= 100"
        )
        control.press("ArrowLeft" if at_end else "ArrowRight")
    elif control.evaluate("c => c.tagName === 'SELECT'"):
        chosen, count = control.evaluate("c => [c.selectedIndex, c.options.length]")
        control.select_option(index=(chosen + 1) % count)
    elif control.evaluate("c => c.matches('.widget-text input')"):
        control.fill(TYPED[name])
        control.press("Enter")
    else:
        control.click()


def wait_for_change(demo, before: str) -> None:
    """Waits until the picture has changed."""
    demo.page.wait_for_function(
        f"([demo, before]) => ({PICTURE})(demo) !== before",
        arg=[demo.element_handle(), before],
        polling=100,
    )


def stop_playing(demo) -> None:
    """Presses all stop buttons, and waits until the picture no longer changes."""
    for button in demo.locator(STOP).all():
        button.click()
    before = None
    while (now := demo.evaluate(PICTURE)) != before:
        before = now
        demo.page.wait_for_timeout(1000)
