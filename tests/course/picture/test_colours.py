"""The colours of pictures can be told from their background, by day and by night."""

import re
from base64 import b64encode
from io import BytesIO
from itertools import product

import pytest
from matplotlib.image import imread

from course import Leaf, draw, draw_blocks
from course.expressions.typed_graph import read_graph
from course.picture.svg import COLOURS
from tests.helpers.colours import contrast
from tests.helpers.engine import backward_algorithm, forward_algorithm
from tests.helpers.pages import capture


@pytest.mark.parametrize("shade", [0, 1], ids=["light", "dark"])
def test_text_and_lines_contrast_with_their_background(shade):
    grounds = [COLOURS[name][shade] for name in ("card", "leaf", "node", "mark")]
    for name, ground in product(["ink", "soft", "value", "gradient", "local", "share"], grounds):
        assert contrast(COLOURS[name][shade], ground) >= 4.5, (name, ground)
    assert min(contrast(COLOURS["line"][shade], ground) for ground in grounds) >= 3
    for ground in ("here", "pale-value", "pale-gradient", "low", "high"):
        assert contrast(COLOURS["ink"][shade], COLOURS[ground][shade]) >= 4.5
    assert contrast(COLOURS["value"][shade], COLOURS["pale-value"][shade]) >= 4.5
    assert contrast(COLOURS["best"][shade], COLOURS["card"][shade]) >= 3


def test_all_colours_of_a_drawn_graph_follow_the_theme():
    graph = backward_algorithm(forward_algorithm(read_graph("z = x*y + x", "x = 2, y = -3")))
    wrong = {graph.get("x"): 1.0}
    drawn = draw(graph, "a caption", wrong).svg + draw_blocks(graph, {graph: "all"}).svg
    used = set(re.findall(r'(?:fill|stroke)="(#\w+)"', drawn))
    assert len(used) > 5 and used <= {light for light, _ in COLOURS.values()}


@pytest.mark.parametrize(("scheme", "shade"), [("light", 0), ("dark", 1)])
def test_a_drawn_graph_shown_as_an_image_follows_the_theme_of_its_page(page, scheme, shade):
    address = b64encode(draw(Leaf(1.0, "x")).svg.encode()).decode()
    page.set_content(
        f'<body style="color-scheme:{scheme}"><img src="data:image/svg+xml;base64,{address}">'
    )
    red, green, blue, *_ = imread(BytesIO(capture(page.locator("img"))))[6, 20]
    seen = "".join(f"{round(255 * float(part)):02x}" for part in (red, green, blue))
    assert f"#{seen}" == COLOURS["card"][shade]
