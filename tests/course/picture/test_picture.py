"""The picture of a graph: its contents, their places, and how few edges cross."""

import itertools
import re
from base64 import b64decode
from itertools import combinations, pairwise
from xml.etree import ElementTree

import pytest
import torch
from bs4 import BeautifulSoup

from course import ComputationNode, Copy, Exp, Leaf, Mean, Negate, draw, draw_blocks, replay
from course.expressions.typed_graph import read_graph
from course.picture.layout import layered_layout
from course.picture.placement import Grid
from course.picture.svg import shade
from tests.helpers.engine import Add, Mul, backward_algorithm, forward_algorithm
from tests.helpers.player import rebuilt

WIDTH, HEIGHT = Grid.width, Grid.height
SVG = "{http://www.w3.org/2000/svg}"


def cosh():
    x = Leaf(0.7, "x")
    return Mean(Exp(x, name="b"), Exp(Negate(x, name="d"), name="e"), name="z")


def tanh():
    x = Leaf(0.7, "x")
    p, m = Exp(x, name="p"), Exp(-x, name="m")
    return (p - m) / (p + m)


def polynomial():
    x = Leaf(2.0, "x")
    return x**4 - 2 * x**3 + 3 * x**2 - 4 * x + 5


def shortcut():
    u = Exp(Leaf(0.3, "x"), name="u")
    return Mean(u, Exp(Exp(Exp(u, name="v"), name="w"), name="y"), name="z")


def interleaved():
    a, b = Leaf(1.0, "a"), Leaf(2.0, "b")
    return Mean(a, Mean(Mean(b, a), b))


def parallel():
    x = Leaf(3.0, "x")
    return Mul(x, x)


GRAPHS = [cosh, tanh, polynomial, shortcut, interleaved, parallel, lambda: Leaf(1.0, "x")]


def parse(graph, **kwargs):
    return ElementTree.fromstring(draw(graph, **kwargs).svg)


def texts(svg, colour=None):
    every = svg.iter(f"{SVG}text")
    return [t.text for t in every if colour is None or t.get("fill") == shade(colour)]


def boxes(svg):
    """The top left corner of each node's box."""
    rects = [r for r in svg.iter(f"{SVG}rect") if r.get("width") == str(WIDTH)]
    return [(float(r.get("x")), float(r.get("y"))) for r in rects]


def edges(svg):
    """Each edge as its points, control points included."""
    paths = [p.get("d") for p in svg.iter(f"{SVG}path") if p.get("marker-end")]
    numbers = [[float(n) for n in re.findall(r"-?[\d.]+", path)] for path in paths]
    return [list(zip(each[::2], each[1::2], strict=True)) for each in numbers]


def crossings(layout, layers=None):
    """How many pairs of lines between neighbouring layers cross; the layers may be reordered."""
    row = {place: i for layer in layers or layout.layers for i, place in enumerate(layer)}
    lines = [line for route in layout.routes.values() for line in pairwise(route)]
    return sum(
        a.layer == c.layer and (row[a] - row[c]) * (row[b] - row[d]) < 0
        for (a, b), (c, d) in combinations(lines, 2)
    )


# What is in it


@pytest.mark.parametrize("graph", GRAPHS)
def test_every_node_and_every_edge_is_drawn_once(graph):
    graph = graph()
    svg = parse(graph)
    nodes = graph.sorted_nodes()
    assert len(set(boxes(svg))) == len(boxes(svg)) == len(nodes)
    assert len(edges(svg)) == sum(len(node.input_nodes) for node in nodes)


def test_every_title_result_and_gradient_appears():
    graph = cosh()
    forward_algorithm(graph)
    backward_algorithm(graph, one=3.0)
    svg = parse(graph)
    titles = ["x", "b = exp", "d = −", "e = exp", "z = mean"]
    assert {t for t in texts(svg) if t} >= set(titles)
    assert sorted(texts(svg, "value")) == sorted(["0.7", "2.01375", "-0.7", "0.496585", "1.25517"])
    assert sorted(texts(svg, "gradient")) == sorted(["2.27575", "1.5", "0.744878", "1.5", "3"])


def test_no_values_are_drawn_before_a_pass():
    svg = parse(cosh())
    assert texts(svg, "value") == texts(svg, "gradient") == []
    graph = forward_algorithm(cosh())
    assert len(texts(parse(graph), "value")) == 5
    assert texts(parse(graph), "gradient") == []


def test_operations_are_drawn_with_their_signs():
    x = Leaf(2.0, "x")
    svg = parse((x**3 * x + 1.5) - (x @ x))
    assert {t for t in texts(svg) if t} >= {"^3", "×", "+", "−", "@", "1.5"}


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (torch.ones(20, 30), "(20, 30)"),
        (torch.tensor([0.25, 0.5, 1.5]), "(3,)"),
        (torch.tensor([0.25, 0.5]), "[0.25, 0.5]"),
    ],
)
def test_values_too_long_for_a_box_are_replaced_by_their_shape(value, shown):
    assert texts(parse(forward_algorithm(Copy(Leaf(value, "x")))), "value") == [shown] * 2


def test_names_and_captions_are_escaped():
    name, caption = "a<b & \"c\" 'd' </text>", "<script>alert(1)</script> & more"
    svg = parse(Leaf(1.0, name), caption=caption)
    assert name in texts(svg)
    assert caption in texts(svg)
    assert not list(svg.iter(f"{SVG}script"))


def test_a_pictures_text_alternative_is_also_that_of_its_image_in_notebooks():
    picture = draw(cosh())
    (image,) = BeautifulSoup(picture._repr_mimebundle_()["text/html"], "html.parser").contents
    assert image["alt"] == repr(picture) == parse(cosh()).get("aria-label")
    assert b64decode(image["src"].partition("base64,")[2]).decode() == picture.svg


def test_drawing_leaves_the_graph_as_it_was():
    graph = tanh()
    before = repr(graph)
    draw(graph)
    assert repr(graph) == before


def chain(size):
    node = Leaf(1.0)
    for _ in range(size - 1):
        node = Negate(node)
    return node


def test_sixty_nodes_can_be_drawn_and_more_cannot():
    assert len(boxes(parse(chain(60)))) == 60
    message = "shows up to 60 nodes, but this graph has 61: draw a part of it, or print it"
    with pytest.raises(ValueError, match=message):
        draw(chain(61))


def layers(count):
    """So many layers of ten nodes each, with an addition round each; and the last of each layer."""
    x, lasts = Leaf(torch.ones(3, 2), "x"), []
    for _ in range(count):
        inside = Exp(x)
        for _ in range(8):
            inside = Negate(inside)
        x = Add(x, inside)
        lasts.append(x)
    return x.sum(), lasts


def test_a_graph_of_hundreds_of_nodes_can_be_drawn_in_blocks():
    graph, lasts = layers(30)
    svg = ElementTree.fromstring(
        draw_blocks(
            forward_algorithm(graph), {last: f"layer {i}" for i, last in enumerate(lasts)}
        ).svg
    )
    names = [f"layer {i}" for i in range(30)]
    assert [words for words in texts(svg) if words in names] == names
    assert texts(svg).count("10 nodes") == 29 and texts(svg).count("11 nodes") == 1
    assert texts(svg, "value").count("(3, 2)") == len(edges(svg)) == 30
    alternative = svg.get("aria-label")
    assert "Block 2, layer 1, 10 nodes, from block 1 (3, 2)." in alternative
    with pytest.raises(ValueError, match="nodes"):
        draw(graph)


def test_every_node_is_in_one_block_and_every_edge_between_two_is_drawn_once():
    graph = polynomial()
    nodes = graph.sorted_nodes()
    for a, b in combinations(nodes, 2):
        svg = ElementTree.fromstring(draw_blocks(graph, {b: "b", a: "a"}).svg)
        counts = [words for words in texts(svg) if re.fullmatch(r"\d+ nodes?", words or "")]
        assert sum(int(words.split()[0]) for words in counts) == len(nodes)
        before = set(a.sorted_nodes())
        inside = set(b.sorted_nodes()) - before
        rest = set(nodes) - before - inside
        read = [(each, i) for part in (inside, rest) for each in part for i in each.input_nodes]
        from_before = {i for each, i in read if each in inside and i in before}
        from_either = {i for each, i in read if each in rest and i not in rest}
        assert len(edges(svg)) == len(from_before) + len(from_either)


def test_a_block_that_ends_outside_the_graph_is_refused_by_name():
    with pytest.raises(ValueError, match="'lost'"):
        draw_blocks(cosh(), {Leaf(1.0): "lost"})


def test_a_cycle_is_refused_by_name():
    a = Exp(1.0, name="a")
    a.input_nodes[0] = a
    with pytest.raises(ValueError, match="Exp a needs Exp a"):
        draw(a)


# Where it stands


@pytest.mark.parametrize("graph", GRAPHS)
def test_edges_go_right_one_layer_at_a_time(graph):
    layout = layered_layout(graph().sorted_nodes())
    for (user, i), route in layout.routes.items():
        assert route[0] is layout.places[user.input_nodes[i]]
        assert route[-1] is layout.places[user]
        assert all(b.layer == a.layer + 1 for a, b in pairwise(route))
        assert all(place.node is None for place in route[1:-1])


@pytest.mark.parametrize("graph", GRAPHS)
def test_a_leaf_stands_next_to_its_first_user(graph):
    nodes = graph().sorted_nodes()
    places = layered_layout(nodes).places
    for node in nodes:
        users = [places[user].layer for user in nodes if node in user.input_nodes]
        if users and isinstance(node, Leaf):
            assert places[node].layer == min(users) - 1


@pytest.mark.parametrize("graph", GRAPHS)
def test_boxes_stay_inside_and_apart(graph):
    svg = parse(graph(), caption="A caption")
    width, height = float(svg.get("width")), float(svg.get("height"))
    for x, y in boxes(svg):
        assert 0 < x < width - WIDTH
        assert 0 < y < height - HEIGHT - 30  # the legend and the caption stand below
    left, right = min(x for x, _ in boxes(svg)), max(x for x, _ in boxes(svg)) + WIDTH
    assert left == width - right
    for (x, y), (v, w) in combinations(boxes(svg), 2):
        assert abs(x - v) > WIDTH or abs(y - w) > HEIGHT


@pytest.mark.parametrize("graph", GRAPHS)
def test_an_edge_leaves_a_box_on_the_right_and_enters_one_on_the_left(graph):
    svg = parse(graph())
    for points in edges(svg):
        (x0, y0), (x1, y1) = points[0], points[-1]
        assert x0 < x1
        assert any(x0 == x + WIDTH and y < y0 < y + HEIGHT for x, y in boxes(svg))
        assert any(x1 == x and y < y1 < y + HEIGHT for x, y in boxes(svg))


@pytest.mark.parametrize("graph", GRAPHS)
def test_no_edge_runs_behind_a_box(graph):
    svg = parse(graph())
    for points in edges(svg):
        for (x0, y0), (x1, y1) in pairwise(points[::3]):  # the ends of the curves
            for x, y in boxes(svg):
                if x0 < x + WIDTH / 2 < x1:
                    assert not y < (y0 + y1) / 2 < y + HEIGHT


def test_two_parallel_edges_are_drawn_apart():
    first, second = edges(parse(parallel()))
    for a, b in zip(first, second, strict=True):
        assert abs(a[1] - b[1]) >= 10
    assert (first[0][1] - second[0][1]) * (first[-1][1] - second[-1][1]) > 0  # and do not cross


@pytest.mark.parametrize(("graph", "most"), [(cosh, 0), (tanh, 1), (shortcut, 0), (polynomial, 0)])
def test_few_edges_cross(graph, most):
    assert crossings(layered_layout(graph().sorted_nodes())) <= most


@pytest.mark.parametrize("graph", [cosh, tanh, shortcut, interleaved])
def test_no_other_order_of_the_layers_has_fewer_crossings(graph):
    layout = layered_layout(graph().sorted_nodes())
    orders = itertools.product(*(itertools.permutations(layer) for layer in layout.layers))
    assert crossings(layout) == min(crossings(layout, order) for order in orders)


def test_a_graph_drawn_in_the_order_it_was_built_would_cross_more():
    """So that the tests above do see the ordering of the layers at work."""
    a, b, c = (Leaf(1.0, name) for name in "abc")
    graph = Mean(Mean(Exp(a), Exp(b)), Mean(Exp(c), Mean(Exp(b), Exp(a))))
    layout = layered_layout(graph.sorted_nodes())
    as_built = [sorted(layer, key=str) for layer in layout.layers]
    assert crossings(layout) < crossings(layout, as_built)


@pytest.mark.parametrize("graph", GRAPHS)
def test_boxes_of_a_layer_are_a_row_apart_and_clear_of_lines(graph):
    for layer in layered_layout(graph().sorted_nodes()).layers:
        for above, below in pairwise(layer):
            boxes = (above.node is not None) + (below.node is not None)
            assert below.row - above.row > (0.29, 0.69, 0.99)[boxes]


def test_a_line_that_passes_many_layers_is_straight():
    layout = layered_layout(shortcut().sorted_nodes())
    for route in layout.routes.values():
        bends = [place.row for place in route[1:-1]]
        assert not bends or max(bends) - min(bends) < 0.1


def test_a_name_and_a_value_with_characters_forbidden_in_xml_are_drawn():
    graph = Exp(Leaf(0.3, "x\x01"))
    graph.result = graph.gradient = "a\x00\x01\x1b\ud800\ufffeb"
    (shown,) = {text for text in texts(parse(graph)) if text and text.startswith("a")}
    assert shown.endswith("b")


def test_a_complex_value_is_drawn():
    graph = Exp(Leaf(0.3, "x"))
    graph.result = torch.tensor(0.1 + 0.2j, dtype=torch.complex128)
    assert any(text and text.startswith("tensor(0.1") for text in texts(parse(graph)))


@pytest.mark.parametrize("drawn", [draw, lambda x, *caption: draw_blocks(x, {x: "x"}, *caption)])
def test_a_picture_is_as_wide_as_its_caption(drawn):
    def width(*caption):
        return float(re.search(r'width="([\d.]+)"', drawn(Leaf(1.0, "x"), *caption).svg)[1])

    caption = "The smallest graph on which it goes wrong. Framed: wrong."
    assert width(caption) > 5.5 * len(caption) > width()


def test_a_class_without_the_attribute_in_its_title_is_drawn():
    class IntPow(ComputationNode):
        def __init__(self, x, n):
            super().__init__(x)
            self.n = n

    assert "intpow" in texts(parse(IntPow(Leaf(2.0, "x"), 3)))


def test_what_is_no_graph_is_refused_in_a_sentence():
    for thing in (5, None, "x*x"):
        with pytest.raises(TypeError, match="the output node of a graph"):
            draw(thing)
        with pytest.raises(TypeError, match="the output node of a graph"):
            replay(thing)
        with pytest.raises(TypeError, match="the output node of a graph"):
            draw_blocks(thing, {})


def test_a_drawn_graph_has_a_text_alternative_too():
    graph = forward_algorithm(read_graph("z = x*y + x", "x = 2, y = -3"))
    backward_algorithm(graph)
    (label,) = re.findall('aria-label="([^"]*)"', draw(graph).svg)
    assert [found[1:] for found in rebuilt(label).values()] == [
        ("2", "-2"),
        ("-3", "2"),
        ("-6", "1"),
        ("-4", "1"),
    ]
