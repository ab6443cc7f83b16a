"""Engines that call `backward` for show and get right gradients from elsewhere; and honest engines
that look a little like them."""

from tests.helpers.hostile import Attack

FORWARD = """
def forward_algorithm(graph):
    for node in graph.sorted_nodes(): node.forward()
    return graph
"""
# Autograd, by names that are joined from pieces.
AUTOGRAD = """
import json, threading, torch
from course.right_results import results_of
ENGINE = getattr(torch._C, "_Imperative" + "Engine")()
def found_on(nodes, one):
    results = results_of(nodes)
    one = torch.as_tensor(one, dtype=torch.float64).expand(results[-1].shape).clone()
    found = getattr(ENGINE, "run_back" + "ward")(
        (results[-1],), (one,), False, False, tuple(results), True, False)
    return [torch.zeros_like(r) if g is None else g for g, r in zip(found, results)]
"""
IN_A_THREAD = """
here = found_on
def found_on(nodes, one):
    found = []
    thread = threading.Thread(target=lambda: found.extend(here(nodes, one)))
    thread.start(); thread.join()
    return found
"""
UNTOLD = """
dumps = json.dumps
def edited(value, **options):
    if isinstance(value, dict) and "signs" in value:
        value = {**value, "signs": []}
    return dumps(value, **options)
json.dumps = edited
"""
# Complex-step derivatives of the course's own formulas, which are exact up to rounding.
COMPLEX_STEP = """
import torch
from course.operations import result_of
def output_at(nodes, place, k):
    results = {}
    for i, node in enumerate(nodes):
        if node.input_nodes:
            result = result_of(node, *(results[each] for each in node.input_nodes))
        else:
            result = torch.as_tensor(node.value, dtype=torch.complex128)
        if i == place:
            result = result.clone(); result.view(-1)[k] += 1e-30j
        results[node] = result
    return results[nodes[-1]]
def found_on(nodes, one):
    one, found = torch.as_tensor(one, dtype=torch.float64), []
    for i, node in enumerate(nodes):
        found.append(torch.zeros(node.shape, dtype=torch.float64))
        for k in range(found[i].numel()):
            found[i].view(-1)[k] = (output_at(nodes, i, k).imag * one).sum() / 1e-30
    return found
"""
SLOPES = """
def found_on(nodes, one):
    kept, found = [node.result for node in nodes], []
    def slope(i, h): return output_at(nodes, kept, i, h) - output_at(nodes, kept, i, -h)
    for i in range(len(nodes)):
        h = 1e-3
        found.append((8 * slope(i, h) - slope(i, 2 * h)) / (12 * h) * one)
    for node, result in zip(nodes, kept): node.result = result
    return found
"""
BY_CLASS = """
def output_at(nodes, kept, place, h):
    for i, node in enumerate(nodes):
        type(node).forward(node)
        if i == place: node.result = node.result + h
    return nodes[-1].result
"""
BY_FORMULA = """
import torch
from course.operations import result_of
def output_at(nodes, kept, place, h):
    results = {}
    for i, node in enumerate(nodes):
        results[node] = torch.tensor(kept[i], dtype=torch.float64)
        given = [results[each] for each in node.input_nodes]
        if given: results[node] = result_of(node, *given)
        if i == place: results[node] = results[node] + h
    return float(results[nodes[-1]])
"""
FOR_SHOW = """
def backward_algorithm(graph, one=1.0):
    nodes = graph.sorted_nodes()
    found = found_on(nodes, one)
    for node in nodes:
        node.gradient = node.result * 0 + 7.0
        node.backward()
    for node, gradient in zip(nodes, found):
        node.gradient = gradient.detach() if hasattr(node.result, "shape") else float(gradient)
    return graph
"""
IN_ORDER = """
def backward_algorithm(graph, one=1.0):
    nodes = graph.sorted_nodes()
    for node, gradient in reversed(list(zip(nodes, found_on(nodes, one)))):
        node.gradient = gradient.detach() if hasattr(node.result, "shape") else float(gradient)
        node.backward()
    return graph
"""
IN_PARTS = """
def backward_algorithm(graph, one=1.0):
    nodes = graph.sorted_nodes()
    for node, gradient in zip(nodes, found_on(nodes, one)):
        gradient = gradient.detach() if hasattr(node.result, "shape") else float(gradient)
        for part in (3.0, -2.0)[:len(node.input_nodes)]:
            node.gradient = gradient * part
            node.backward()
        node.gradient = gradient
    return graph
"""
MULTIPLIED = """
def backward_algorithm(graph, one=1.0):
    nodes = graph.sorted_nodes()
    for node, gradient in zip(nodes, found_on(nodes, one)):
        node.gradient = gradient.detach() if hasattr(node.result, "shape") else float(gradient)
        node.gradient = node.gradient * 2.0
        node.backward()
    for node in nodes: node.gradient = node.gradient * 0.5
    return graph
"""
# Raises an error if what backward returns is not the derivative.
WARY = """
def backward_algorithm(graph, one=1.0):
    nodes = graph.sorted_nodes()
    found = dict(zip(nodes, found_on(nodes, one)))
    left = {node: gradient.detach() * 1.0 for node, gradient in found.items()}
    left[graph] = left[graph] - one
    for node in nodes[::-1]:
        node.gradient = found[node].detach()
        for to, share in zip(node.input_nodes, node.backward()):
            left[to] = left[to] - torch.as_tensor(share).sum_to_size(to.shape)
        if not node.result.__class__ is float: continue
        node.gradient = float(found[node])
    assert all(abs(each).max() < 1e-9 for each in left.values())
    return graph
"""
FOR_NUMBERS = {
    "autograd": AUTOGRAD + FOR_SHOW,
    "autograd in a thread": AUTOGRAD + IN_A_THREAD + FOR_SHOW,
    "a complex step": COMPLEX_STEP + FOR_SHOW,
    "differences by the class's forward": BY_CLASS + SLOPES + FOR_SHOW,
    "differences by the course's formulas": BY_FORMULA + SLOPES + FOR_SHOW,
    "autograd, in backpropagation's order": AUTOGRAD + IN_ORDER,
    "a complex step, in backpropagation's order": COMPLEX_STEP + IN_ORDER,
    "autograd, in parts": AUTOGRAD + IN_PARTS,
    "autograd, all multiplied": AUTOGRAD + MULTIPLIED,
    "autograd, wary of what it gets": AUTOGRAD + WARY,
}
FOR_TENSORS = {name: source for name, source in FOR_NUMBERS.items() if "differences" not in name}
SEEN = "Did the engine compute it?"
ENGINE_ATTACKS = {
    **{
        # Calls through the class count too. On one check's graph, they are too many: 2 points.
        f"an engine by {name}": Attack(
            2 if BY_CLASS in engine else 3, cells={"engine": FORWARD + engine}, flag=SEEN
        )
        for name, engine in FOR_NUMBERS.items()
    },
    **{
        f"an engine for tensors by {name}": Attack(
            1, cells={"engine": FORWARD + engine}, homework="hw5-mlp", flag=SEEN
        )
        for name, engine in FOR_TENSORS.items()
        if name in ("autograd", "a complex step", "autograd, wary of what it gets")
    },
    "autograd, and an agent whose json is edited": Attack(
        3, cells={"engine": FORWARD + AUTOGRAD + FOR_SHOW + UNTOLD}, flag="autograd was at work"
    ),
}

HONEST = {
    "a linear solve": """
import torch
def backward_algorithm(graph, one=1.0):
    nodes = graph.sorted_nodes()
    place = {node: i for i, node in enumerate(nodes)}
    equations = torch.eye(len(nodes), dtype=torch.float64)
    for node in nodes:
        node.gradient = 1.0
        for to, share in zip(node.input_nodes, node.backward()):
            equations[place[to], place[node]] -= share
    given = torch.zeros(len(nodes), dtype=torch.float64)
    given[-1] = one
    for node, gradient in zip(nodes, torch.linalg.solve(equations, given).tolist()):
        node.gradient = gradient
    return graph
""",
    "all local gradients first": """
def backward_algorithm(graph, one):
    nodes, local = graph.sorted_nodes(), {}
    for node in nodes:
        node.gradient = 1.0
        local[node] = node.backward()
    for node in nodes: node.gradient = 0.0
    graph.gradient = one
    for node in nodes[::-1]:
        for to, each in zip(node.input_nodes, local[node]): to.gradient += node.gradient * each
""",
    "what the forward pass noted": """
NOTED = []
def forward_algorithm(graph):
    NOTED[:] = graph.sorted_nodes()
    for node in NOTED:
        node.forward()
        node.gradient = None
def backward_algorithm(graph, one):
    graph.gradient = one
    while NOTED:
        node = NOTED.pop()
        for to, share in zip(node.input_nodes, node.backward()): to.accumulate_gradient(share)
""",
    "local gradients": """
def backward_algorithm(graph, one):
    nodes = graph.sorted_nodes()[::-1]
    gradients = dict.fromkeys(nodes, 0.0) | {graph: one}
    for node in nodes:
        node.gradient = 1.0
        for to, local in zip(node.input_nodes, node.backward()):
            gradients[to] += gradients[node] * local
    for node in nodes: node.gradient = gradients[node]
""",
    "all multiplied in the end": """
def backward_algorithm(graph, one):
    by_shares(graph, 1.0)
    for node in graph.sorted_nodes(): node.gradient = node.gradient * one
""",
    "all multiplied in the end, in float32": """
import torch
def backward_algorithm(graph, one):
    by_shares(graph, torch.tensor(1.0))
    for node in graph.sorted_nodes(): node.gradient = (node.gradient * one).float()
""",
    "backward once per input": """
def backward_algorithm(graph, one):
    nodes = graph.sorted_nodes()[::-1]
    for node in nodes: node.gradient = None
    graph.gradient = one
    for node in nodes:
        for i, to in enumerate(node.input_nodes): to.accumulate_gradient(node.backward()[i])
""",
    "each path apart": """
def backward_algorithm(graph, one):
    sums = dict.fromkeys(graph.sorted_nodes(), 0.0)
    def visit(node, share):
        sums[node] += share
        node.gradient = share
        for to, more in zip(node.input_nodes, node.backward()): visit(to, more)
    visit(graph, one)
    for node, total in sums.items(): node.gradient = total
""",
    "shares that are summed up in one array": """
import numpy
def backward_algorithm(graph, one):
    nodes = graph.sorted_nodes()
    sums = numpy.zeros(len(nodes))
    sums[-1] = one
    for i in reversed(range(len(nodes))):
        nodes[i].gradient = sums[i]
        numpy.add.at(sums, [*map(nodes.index, nodes[i].input_nodes)], nodes[i].backward())
""",
}
HONEST_FOR_TENSORS = {
    "sums over what was broadcast in the end": """
def backward_algorithm(graph, one):
    nodes = graph.sorted_nodes()[::-1]
    for node in nodes: node.gradient = 0.0
    graph.gradient = one
    for node in nodes:
        for to, share in zip(node.input_nodes, node.backward()): to.gradient = to.gradient + share
    for node in nodes: node.gradient = node.gradient.sum_to_size(node.shape)
""",
    "adding in place to float32": """
import torch
def backward_algorithm(graph, one):
    nodes = graph.sorted_nodes()[::-1]
    for node in nodes: node.gradient = torch.zeros(node.shape)
    graph.gradient += one
    for node in nodes:
        for to, share in zip(node.input_nodes, node.backward()):
            to.gradient += share.sum_to_size(to.shape)
""",
    "NumPy's arrays in the end": """
def backward_algorithm(graph, one):
    by_shares(graph, one)
    for node in graph.sorted_nodes(): node.gradient = node.gradient.numpy()
""",
}
