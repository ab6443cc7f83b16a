"""The shapes that pictures and plots are made of, as SVG text.

Attributes such as `font_size` and `stroke_width` are SVG's, with a hyphen for the underscore.
"""

from html import escape

# Okabe and Ito's palette, told apart by the colour-blind; the card is white in dark mode too.
VALUE, GRADIENT, LINE, INK, CARD = "#0072B2", "#D55E00", "#8a8f98", "#1b1f24", "#ffffff"
HALO = {"stroke": CARD, "stroke_width": 4, "paint_order": "stroke"}  # keeps text off the lines


def text(
    x: float, y: float, words: str, colour: str = INK, anchor: str = "start", **attributes
) -> str:
    """A line of text."""
    return (
        f'<text x="{x:g}" y="{y:g}" fill="{colour}" text-anchor="{anchor}"'
        f"{_written(attributes)}>{escape(words)}</text>"
    )


def box(x: float, y: float, width: float, height: float, fill: str, **attributes) -> str:
    """A rectangle."""
    return (
        f'<rect x="{x:g}" y="{y:g}" width="{max(width, 0):g}" height="{max(height, 0):g}" '
        f'fill="{fill}"{_written(attributes)}/>'
    )


def dot(x: float, y: float, radius: float, fill: str, **attributes) -> str:
    """A full circle."""
    return f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{fill}"{_written(attributes)}/>'


def _written(attributes: dict) -> str:
    return "".join(f' {name.replace("_", "-")}="{value}"' for name, value in attributes.items())
