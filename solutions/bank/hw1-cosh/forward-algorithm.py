# %% [markdown] exercise=["hw1-cosh/forward-algorithm", "hw2-tanh/engine", "hw3-polynomial/engine", "hw4-matmul/engine"]

# %% [markdown] mistake="forward-backward-order"
# Runs the forward pass from the output to the leaves.
#
# The output is computed from its inputs, and their results are not there yet. Which nodes can
# go first?

# %%
def forward_algorithm(graph):
    for node in reversed(graph.sorted_nodes()):
        node.forward()
    return graph

# %% [markdown] mistake="forward-breadth-first" exercise=["hw1-cosh/forward-algorithm", "hw3-polynomial/engine"]
# Goes through the graph level by level, by shortest distance from the output, the farthest first.
#
# A node that is near the output by one path and far from it by another is listed by the shorter
# one, so it comes too late for the longer. In `y = u + exp(u)`, `u` is on the same level as
# `exp(u)`, which needs it first.

# %%
def forward_algorithm(graph):
    found = [graph]
    for node in found:
        for input_node in node.input_nodes:
            if input_node not in found:
                found.append(input_node)
    for node in reversed(found):
        node.forward()
    return graph

# %% [markdown] mistake="forward-drops-output"
# Stops before the output.
#
# The last node of the list is the output, and it never has its turn: its result stays None. In a
# list, `[:-1]` leaves out the last entry, and so does counting up to `len(nodes) - 1`.

# %%
def forward_algorithm(graph):
    for node in graph.sorted_nodes()[:-1]:
        node.forward()
    return graph

# %% [markdown] mistake="forward-inputs-again" exercise=["hw1-cosh/forward-algorithm"]
# Computes the inputs of each node again just before the node.
#
# The order is right already, so every input has its result when its turn comes; doing it again is
# wasted work. In `b = -a`, `a` is computed once in its own turn and once more for `b`.

# %%
def forward_algorithm(graph):
    for node in graph.sorted_nodes():
        for input_node in node.input_nodes:
            input_node.forward()
        node.forward()
    return graph

# %% [markdown] mistake="forward-one-level" exercise=["hw1-cosh/forward-algorithm", "hw3-polynomial/engine"]
# Calls forward only on the output and its inputs.
#
# A graph may be deeper than two levels: the inputs have inputs too, and those have to come first.
# In `b = -a; c = -b`, the call for `b` finds no result in `a`.

# %%
def forward_algorithm(graph):
    for node in graph.input_nodes:
        node.forward()
    graph.forward()
    return graph

# %% [markdown] mistake="forward-output-only"
# Runs forward on the output alone.
#
# The output reads the results of its inputs, but nobody has computed them. Every node needs its
# turn, inputs first.

# %%
def forward_algorithm(graph):
    graph.forward()
    return graph

# %% [markdown] mistake="forward-per-path"
# Computes a shared node once for every path that leads to it.
#
# The results are right, but a node that is used twice is computed twice, and so is everything it
# needs. The work can double with every fork. Each node needs its forward only once.

# %%
def forward_algorithm(graph):
    for node in graph.input_nodes:
        forward_algorithm(node)
    graph.forward()
    return graph

# %% [markdown] mistake="forward-return-inside-the-loop" exercise=["hw1-cosh/forward-algorithm", "hw3-polynomial/engine"]
# Computes only the first node.
#
# In `b = -a`, the first node is `a`; it gets its result, but `b` still has None. Is the `return`
# indented too far? Inside the loop over the nodes, it ends the pass after its first round.

# %%
def forward_algorithm(graph):
    for node in graph.sorted_nodes():
        node.forward()
        return graph

# %% [markdown] mistake="forward-skips-computed"
# Skips nodes that it has computed before.
#
# The first forward pass is right. But when the value of a leaf changes, the old results stay, and
# the second pass gives the old answer. Change `x.value` and run your algorithm again.

# %%
def forward_algorithm(graph):
    for node in graph.sorted_nodes():
        if node.result is None:
            node.forward()
    return graph

# %% [markdown] mistake="forward-skips-leaves" exercise=["hw1-cosh/forward-algorithm"]
# Leaves the leaves out of the forward pass.
#
# A leaf has a value, but its result is still None until its own forward copies the value there.

# %%
def forward_algorithm(graph):
    for node in graph.sorted_nodes():
        if node.input_nodes:
            node.forward()
    return graph

# %% [markdown] mistake="forward-stores-what-forward-returns" exercise=["hw1-cosh/forward-algorithm", "hw3-polynomial/engine"]
# Wipes out the results that forward has put into the nodes.
#
# What is stored in a node after forward takes the place of its result; forward itself returns
# None. For a leaf a = 3, the result is 3 for a moment, and then None.

# %%
def forward_algorithm(graph):
    for node in graph.sorted_nodes():
        node.result = node.forward()
    return graph

# %% [markdown] mistake="forward-twice"
# Computes every node twice.
#
# The results are right, but once is enough. Is there a loop inside a loop, or a call too many?

# %%
def forward_algorithm(graph):
    for _ in range(2):
        for node in graph.sorted_nodes():
            node.forward()
    return graph

# %% [markdown] mistake="forward-without-brackets"
# Never calls forward on the nodes of the graph it is given.
#
# Each node's forward has to be called: `node.forward()`, with brackets. Neither `map` nor a function
# with `yield` calls anything before something takes values from it. And the nodes are those of the
# argument, `graph`, whatever graphs there are elsewhere in the notebook.

# %%
def forward_algorithm(graph):
    for node in graph.sorted_nodes():
        node.forward
    return graph

# %% [markdown] right="forward-own-stack" exercise=["hw1-cosh/forward-algorithm"]
# A forward pass with a stack of its own.

# %%
def forward_algorithm(graph):
    stack, done = [graph], set()
    while stack:
        node = stack[-1]
        missing = [child for child in node.input_nodes if child not in done]
        if missing:
            stack.extend(missing)
        else:
            stack.pop()
            if node not in done:
                node.forward()
                done.add(node)
    return graph

# %% [markdown] right="forward-recursive" exercise=["hw1-cosh/forward-algorithm"]
# A forward pass that recurses and asks whether the work is done.

# %%
def forward_algorithm(graph):
    def compute(node, done):
        if id(node) in done:
            return
        done.add(id(node))
        for child in node.input_nodes:
            compute(child, done)
        node.forward()

    compute(graph, set())
    return graph

# %% [markdown] right="functools-reduce" exercise=["hw1-cosh/forward-algorithm", "hw1-cosh/backward-algorithm", "hw2-tanh/engine", "hw4-matmul/engine"]
# functools.reduce and the operator module.

# %%
import operator
from functools import reduce


def forward_algorithm(graph):
    return reduce(lambda _, node: node.forward() or node, graph.sorted_nodes(), graph)


def backward_algorithm(graph, one=1.0):
    def step(shares, node):
        node.gradient = reduce(operator.add, shares.pop(node))
        for child, share in zip(node.input_nodes, node.backward()):
            shares.setdefault(child, []).append(share)
        return shares

    reduce(step, reversed(graph.sorted_nodes()), {graph: [one]})
    return graph

# %% [markdown] right="graphlib-sorter" exercise=["hw1-cosh/forward-algorithm", "hw1-cosh/backward-algorithm", "hw2-tanh/engine", "hw3-polynomial/engine", "hw4-matmul/engine"]
# The standard library's TopologicalSorter.

# %%
from graphlib import TopologicalSorter


def static_order(graph):
    return list(TopologicalSorter({n: n.input_nodes for n in graph.sorted_nodes()}).static_order())


def forward_algorithm(graph):
    for node in static_order(graph):
        node.forward()
    return graph


def backward_algorithm(graph, one=1.0):
    order = static_order(graph)
    for node in order:
        node.gradient = None
    order[-1].gradient = one
    for node in order[::-1]:
        for input_node, downstream in zip(node.input_nodes, node.backward()):
            input_node.accumulate_gradient(downstream)
    return graph

# %% [markdown] right="own-topological-sort" exercise=["hw1-cosh/forward-algorithm", "hw1-cosh/backward-algorithm", "hw2-tanh/engine", "hw3-polynomial/engine", "hw4-matmul/engine", "hw5-mlp/engine", "hw8-transformer/engine"]
# An own topological sort with an explicit stack and colours.

# %%
def my_sort(output):
    color, order, stack = {}, [], [output]
    while stack:
        node = stack[-1]
        if color.get(node) is None:
            color[node] = "gray"
            stack.extend(n for n in node.input_nodes if n not in color)
        else:
            stack.pop()
            if color[node] == "gray":
                color[node] = "black"
                order.append(node)
    return order


def forward_algorithm(graph):
    for node in my_sort(graph):
        node.forward()
    return graph


def backward_algorithm(graph, one=1.0):
    order = my_sort(graph)
    for node in order:
        node.gradient = None
    graph.gradient = one
    order.reverse()
    for node in order:
        for input_node, downstream in zip(node.input_nodes, node.backward()):
            input_node.accumulate_gradient(downstream)
    return graph

# %% [markdown] right="prints-everything" exercise=["hw1-cosh/forward-algorithm", "hw1-cosh/backward-algorithm", "hw2-tanh/engine", "hw4-matmul/engine"]
# Print statements everywhere, left in from debugging.

# %%
def forward_algorithm(graph):
    print("forward", graph)
    for i, node in enumerate(graph.sorted_nodes()):
        node.forward()
        print(i, node.label, "->", node.result)
    return graph


def backward_algorithm(graph, one=1.0):
    nodes = graph.sorted_nodes()
    for node in nodes:
        print("reset", node.label, "was", node.gradient)
        node.gradient = None
    graph.gradient = one
    print("start with", one)
    for node in nodes[::-1]:
        print("*** now at", node.label, "upstream =", node.gradient)
        result = node.backward()
        print("backward returned", result)
        for input_node, g in zip(node.input_nodes, result):
            print("   giving", g, "to", input_node.label)
            input_node.accumulate_gradient(g)
    print(graph)
    return graph

# %% [markdown] right="recursion-forward-memo" exercise=["hw1-cosh/forward-algorithm"]
# Recursive forward pass with a memo, results forgotten first.

# %%
def forward_algorithm(graph):
    for node in graph.sorted_nodes():
        node.result = None

    def result_of(node):
        if node.result is None:
            [result_of(child) for child in node.input_nodes]
            node.forward()
        return node.result

    result_of(graph)
    return graph

# %% [markdown] right="returns-nothing" exercise=["hw1-cosh/forward-algorithm", "hw1-cosh/backward-algorithm", "hw2-tanh/engine", "hw3-polynomial/engine", "hw4-matmul/engine"]
# No return value, since the nodes hold everything.

# %%
def forward_algorithm(graph):
    any(node.forward() for node in graph.sorted_nodes())


def backward_algorithm(graph, one=1.0):
    first, *others = graph.sorted_nodes()[::-1]
    first.gradient = one
    for node in others:
        node.gradient = None
    for node in [first] + others:
        for i, share in enumerate(node.backward()):
            node.input_nodes[i].accumulate_gradient(share)

# %% [markdown] right="sweeps-until-done" exercise=["hw1-cosh/forward-algorithm", "hw1-cosh/backward-algorithm", "hw2-tanh/engine", "hw3-polynomial/engine", "hw4-matmul/engine"]
# Sweeps over the nodes, doing those that are ready, until all are done.

# %%
def forward_algorithm(graph):
    todo = set(graph.sorted_nodes())
    while todo:
        for node in list(todo):
            if not any(child in todo for child in node.input_nodes):
                node.forward()
                todo.remove(node)
    return graph


def backward_algorithm(graph, one=1.0):
    nodes = graph.sorted_nodes()
    users = {node: {n for n in nodes if node in n.input_nodes} for node in nodes}
    for node in nodes:
        node.gradient = None
    graph.gradient = one
    done = set()
    while len(done) < len(nodes):
        for node in nodes:
            if node not in done and users[node] <= done:
                for child, share in zip(node.input_nodes, node.backward()):
                    child.accumulate_gradient(share)
                done.add(node)
    return graph
