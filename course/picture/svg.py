"""Makes pictures, and the shapes they consist of, as SVG text.

Colours are given by their names in `COLOURS`. Keyword arguments such as `font_size` become SVG
attributes, with hyphens in place of underscores.
"""

from base64 import b64encode
from collections.abc import Iterable
from functools import cache
from html import escape

from course.values.as_text import drawable_text

# A colour for each quantity, on a light and on a dark card. They follow Okabe and Ito's palette for
# the colour-blind, but are darker or lighter: on the card, on boxes and on marks, text has a
# contrast of at least 4.5, and lines of at least 3 (WCAG 2.1 AA).
COLOURS = {
    "card": ("#ffffff", "#15181c"),
    "leaf": ("#eef3f8", "#1d2936"),
    "node": ("#f7f7f5", "#262a30"),
    "mark": ("#fff0a0", "#4a3b00"),
    "here": ("#dceaf5", "#203448"),
    "ink": ("#1b1f24", "#e8eaed"),
    "soft": ("#59616b", "#a9b1bb"),
    "line": ("#7b818a", "#8b939e"),
    "value": ("#0067a3", "#6cb8ee"),
    "gradient": ("#b64a00", "#ff9d5c"),
    "local": ("#8e3b7a", "#e29bd2"),
    "share": ("#00704f", "#4fd1a5"),
    # For charts: behind numbers, for a third kind of bar, for grid lines, and behind points.
    "pale-value": ("#cfe3f1", "#12374f"),
    "pale-gradient": ("#f8d9c4", "#572a0e"),
    "best": ("#b57a00", "#e0a63c"),
    "grid": ("#e6e8eb", "#30353c"),
    "low": ("#bfe1f7", "#123f5c"),
    "lower": ("#dff0fb", "#162c3b"),
    "level": ("#fbfbfb", "#1f2328"),
    "higher": ("#fbeccb", "#3a2f17"),
    "high": ("#f5d590", "#594310"),
}
# How JupyterLab, VS Code and Colab mark the theme of a notebook.
_LIGHT = ':is([data-jp-theme-light="true"], .vscode-light, [theme="light"])'
_DARK = ':is([data-jp-theme-light="false"], .vscode-dark, [theme="dark"])'
_HALO = {"stroke": "card", "stroke_width": 4, "paint_order": "stroke"}


class Picture:
    """An SVG picture that Jupyter, Colab and nbconvert show by themselves.

    Attributes:
        svg: the picture.
        text: its text alternative, which says what it shows.
    """

    def __init__(self, svg: str, text: str):
        self.svg, self.text = svg, text

    @property
    def data(self) -> dict:
        """The picture as data for a notebook output, by MIME type."""
        return {"image/svg+xml": self.svg, "text/plain": self.text}

    def _repr_mimebundle_(self, **_) -> dict:
        # In JupyterLab, an SVG output has no text for screen readers; an image in HTML has one.
        address = f"data:image/svg+xml;base64,{b64encode(self.svg.encode()).decode()}"
        return {"text/html": f'<img alt="{escape(self.text)}" src="{address}">', **self.data}

    def __repr__(self) -> str:
        return self.text


def theme_variables(selector: str) -> str:
    """CSS that defines each colour as a variable, such as `--ink`, for what a selector matches. It
    is light or dark like the notebook around it, or else like the system or the page that shows the
    image."""
    light, dark = (
        f"{{color-scheme:{theme};"
        + "".join(f"--{name}:{shades[i]};" for name, shades in COLOURS.items())
        + "}"
        for i, theme in enumerate(("light", "dark"))
    )
    by_system = f"@media (prefers-color-scheme:dark){{{selector}{dark}}}"
    return f"{selector}{light}{by_system}{_LIGHT} {selector}{light}{_DARK} {selector}{dark}"


@cache
def theme_style() -> str:
    """CSS that makes the colours of a drawing of class `backprop-drawing` follow the theme. On
    paper, and in programs that ignore the CSS, shapes keep the light colours they are made with."""
    rules = "".join(
        f'.backprop-drawing [{what}="{light}"]{{{what}:var(--{name})}}'
        for name, (light, _) in COLOURS.items()
        for what in ("fill", "stroke")
    )
    return f"@media screen{{{theme_variables('.backprop-drawing')}{rules}}}"


def shade(colour: str) -> str:
    """A colour as on paper. One that is not in `COLOURS` is SVG's own and returned unchanged."""
    return COLOURS[colour][0] if colour in COLOURS else colour


def text(
    x: float,
    y: float,
    words: str,
    colour: str = "ink",
    anchor: str = "start",
    *,
    halo: bool = False,
    **attributes,
) -> str:
    """A line of text. A halo separates it from the lines behind it."""
    if halo:
        attributes |= _HALO
    written = _attributes(fill=colour, text_anchor=anchor, **attributes)
    return f'<text x="{x:g}" y="{y:g}"{written}>{_escaped(words)}</text>'


def box(x: float, y: float, width: float, height: float, fill: str, **attributes) -> str:
    """A rectangle."""
    size = f'width="{max(width, 0):g}" height="{max(height, 0):g}"'
    return f'<rect x="{x:g}" y="{y:g}" {size}{_attributes(fill=fill, **attributes)}/>'


def dot(x: float, y: float, radius: float, fill: str, **attributes) -> str:
    """A filled circle."""
    return f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}"{_attributes(fill=fill, **attributes)}/>'


def path(d: str, colour: str, width: float = 1, dash: str = "", **attributes) -> str:
    """A line, straight or curved; `d` is SVG path data."""
    if dash:
        attributes["stroke_dasharray"] = dash
    written = _attributes(fill="none", stroke=colour, stroke_width=width, **attributes)
    return f'<path d="{d}"{written}/>'


def card(
    width: float, height: float, parts: Iterable[str], label: str, *, font_size=13, style: str = ""
) -> str:
    """A complete picture: parts on a card that is light or dark like the page around it. `label` is
    its text alternative."""
    size = f'width="{width:g}" height="{height:g}" viewBox="0 0 {width:g} {height:g}"'
    if style:
        size += f' style="{style}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="backprop-drawing" {size} '
        f'font-family="Helvetica, Arial, sans-serif" font-size="{font_size}" role="img" '
        f'aria-label="{_escaped(label)}"><style>{theme_style()}</style>'
        f"{box(0, 0, width, height, 'card', rx=8)}{''.join(parts)}</svg>"
    )


def _escaped(words: str) -> str:
    return escape(drawable_text(words))


def with_words(words: str, *parts: str, aloud: bool = False) -> str:
    """Groups parts of a picture, with the words for them in its text alternative.

    Args:
        words: if "", the text alternative leaves the parts out.
        aloud: whether screen readers read the words when the page shows another of the `Frames`.
    """
    live = f' data-live="{_escaped(words)}"' if aloud else ""
    return f"<g{live}><desc>{_escaped(words)}</desc>{''.join(parts)}</g>"


def _attributes(**attributes) -> str:
    for name in {"fill", "stroke"} & attributes.keys():
        attributes[name] = shade(attributes[name])
    return "".join(f' {name.replace("_", "-")}="{value}"' for name, value in attributes.items())
