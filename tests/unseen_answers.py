"""Answers as students write them, put down from the released notebooks by somebody who had not
read the bank: where, what is wrong, what the checks tell of it, and the code.

What they tell are the names shown, in order of the alphabet; without a name, the fact or the error
on the smallest graph, or for other answers "finding", "error" or "numbers". Nothing is wrong with
those at the end, and nothing is told of them.
"""

ANSWERS = [
    (
        "hw1-cosh/forward-algorithm",
        "goes through the direct inputs only",
        "forward-one-level",
        """
def forward_algorithm(graph):
    for node in graph.input_nodes:
        node.forward()
    graph.forward()
    return graph
""",
    ),
    (
        "hw1-cosh/forward-algorithm",
        "leaves out the output",
        "forward-drops-output",
        """
def forward_algorithm(graph):
    nodes = graph.sorted_nodes()
    for i in range(len(nodes) - 1):
        nodes[i].forward()
    return graph
""",
    ),
    (
        "hw1-cosh/forward-algorithm",
        "puts what forward returns, None, in the result",
        "forward-stores-what-forward-returns",
        """
def forward_algorithm(graph):
    for node in graph.sorted_nodes():
        node.result = node.forward()
    return graph
""",
    ),
    (
        "hw1-cosh/forward-algorithm",
        "does not compute again what has a result",
        "forward-skips-computed",
        """
def forward_algorithm(graph):
    for node in graph.sorted_nodes():
        if node.result is None:
            node.forward()
    return graph
""",
    ),
    (
        "hw1-cosh/forward-algorithm",
        "recursion without a memory: a shared node runs again and again",
        "forward-per-path",
        """
def forward_algorithm(graph):
    for n in graph.input_nodes:
        forward_algorithm(n)
    graph.forward()
    return graph
""",
    ),
    (
        "hw1-cosh/forward-algorithm",
        "starts at the output",
        "too early",
        """
def forward_algorithm(graph):
    queue = [graph]
    while queue:
        node = queue.pop(0)
        node.forward()
        queue.extend(node.input_nodes)
    return graph
""",
    ),
    (
        "hw1-cosh/forward-algorithm",
        "returns inside the loop, after the first node",
        "forward-return-inside-the-loop",
        """
def forward_algorithm(graph):
    for node in graph.sorted_nodes():
        node.forward()
        return graph
""",
    ),
    (
        "hw1-cosh/backward-algorithm",
        "all but the last instead of reversed",
        "never ran",
        """
def backward_algorithm(graph, one=1.0):
    nodes = graph.sorted_nodes()
    for node in nodes:
        node.gradient = None
    graph.gradient = one
    for node in nodes[:-1]:
        for inp, g in zip(node.input_nodes, node.backward()):
            inp.accumulate_gradient(g)
    return graph
""",
    ),
    (
        "hw1-cosh/backward-algorithm",
        "the reversed iterator is used up by the first loop",
        "never ran",
        """
def backward_algorithm(graph, one=1.0):
    nodes = reversed(graph.sorted_nodes())
    for node in nodes:
        node.gradient = None
    graph.gradient = one
    for node in nodes:
        for inp, g in zip(node.input_nodes, node.backward()):
            inp.accumulate_gradient(g)
    return graph
""",
    ),
    (
        "hw1-cosh/backward-algorithm",
        "sorts the list in place with reverse(), which returns None",
        "TypeError",
        """
def backward_algorithm(graph, one=1.0):
    order = graph.sorted_nodes().reverse()
    for node in order:
        node.gradient = None
    graph.gradient = one
    for node in order:
        for inp, g in zip(node.input_nodes, node.backward()):
            inp.accumulate_gradient(g)
    return graph
""",
    ),
    (
        "hw1-cosh/backward-algorithm",
        "resets and starts the right way, and resets each node once more before its turn",
        "wiped",
        """
def backward_algorithm(graph, one=1.0):
    for node in graph.sorted_nodes()[::-1]:
        node.gradient = None
        if node is graph:
            node.gradient = one
        grads = node.backward()
        for k in range(len(grads)):
            node.input_nodes[k].accumulate_gradient(grads[k])
    return graph
""",
    ),
    (
        "hw1-cosh/backward-algorithm",
        "accumulates the node's own gradient into its inputs",
        "passes-upstream-unchanged",
        """
def backward_algorithm(graph, one=1.0):
    nodes = graph.sorted_nodes()
    for node in nodes:
        node.gradient = None
    graph.gradient = one
    for node in nodes[::-1]:
        node.backward()
        for inp in node.input_nodes:
            inp.accumulate_gradient(node.gradient)
    return graph
""",
    ),
    (
        "hw1-cosh/backward-algorithm",
        "gives every input the whole list",
        "hands-on-the-whole-list hands-on-the-whole-list-anew",
        """
def backward_algorithm(graph, one=1.0):
    nodes = graph.sorted_nodes()
    for node in nodes:
        node.gradient = None
    graph.gradient = one
    for node in nodes[::-1]:
        downstream = node.backward()
        for inp in node.input_nodes:
            inp.accumulate_gradient(downstream)
    return graph
""",
    ),
    (
        "hw1-cosh/backward-algorithm",
        "every input gets the sum of the list",
        "every-gradient-to-every-input",
        """
def backward_algorithm(graph, one=1.0):
    nodes = graph.sorted_nodes()
    for node in nodes:
        node.gradient = None
    graph.gradient = one
    for node in nodes[::-1]:
        total = sum(node.backward())
        for inp in node.input_nodes:
            inp.accumulate_gradient(total)
    return graph
""",
    ),
    (
        "hw1-cosh/backward-algorithm",
        "calls backward once for each input and adds the whole list each time",
        "ran twice",
        """
def backward_algorithm(graph, one=1.0):
    nodes = graph.sorted_nodes()
    for node in nodes:
        node.gradient = None
    graph.gradient = one
    for node in nodes[::-1]:
        for inp in node.input_nodes:
            for g in node.backward():
                inp.accumulate_gradient(g)
    return graph
""",
    ),
    (
        "hw1-cosh/backward-algorithm",
        "multiplies the downstream gradient by the upstream one, which it holds already",
        "upstream-again",
        """
def backward_algorithm(graph, one=1.0):
    nodes = graph.sorted_nodes()
    for node in nodes:
        node.gradient = None
    graph.gradient = one
    for node in nodes[::-1]:
        for inp, local in zip(node.input_nodes, node.backward()):
            inp.accumulate_gradient(local * node.gradient)
    return graph
""",
    ),
    (
        "hw1-cosh/backward-algorithm",
        "starts from the result of the graph",
        "started otherwise",
        """
def backward_algorithm(graph, one=1.0):
    nodes = graph.sorted_nodes()
    for node in nodes:
        node.gradient = None
    graph.gradient = graph.result
    for node in nodes[::-1]:
        for inp, g in zip(node.input_nodes, node.backward()):
            inp.accumulate_gradient(g)
    return graph
""",
    ),
    (
        "hw1-cosh/backward-algorithm",
        "starts twice: puts one at the output and accumulates it as well",
        "seeds-twice",
        """
def backward_algorithm(graph, one=1.0):
    nodes = graph.sorted_nodes()
    for node in nodes:
        node.gradient = None
    graph.gradient = one
    graph.accumulate_gradient(one)
    for node in nodes[::-1]:
        for inp, g in zip(node.input_nodes, node.backward()):
            inp.accumulate_gradient(g)
    return graph
""",
    ),
    (
        "hw1-cosh/backward-algorithm",
        "forgets only at the output",
        "never-forgets",
        """
def backward_algorithm(graph, one=1.0):
    graph.gradient = None
    graph.accumulate_gradient(one)
    for node in graph.sorted_nodes()[::-1]:
        for inp, g in zip(node.input_nodes, node.backward()):
            inp.accumulate_gradient(g)
    return graph
""",
    ),
    (
        "hw1-cosh/backward-algorithm",
        "recursion: starts again from one in every node",
        "by itself",
        """
def backward_algorithm(graph, one=1.0):
    graph.gradient = one
    for inp, g in zip(graph.input_nodes, graph.backward()):
        backward_algorithm(inp, one)
    return graph
""",
    ),
    (
        "hw1-cosh/backward-algorithm",
        "recursion that overwrites what came by the other branch",
        "lost",
        """
def backward_algorithm(graph, one=1.0):
    graph.gradient = one
    for inp, g in zip(graph.input_nodes, graph.backward()):
        backward_algorithm(inp, g)
    return graph
""",
    ),
    (
        "hw2-tanh/engine",
        "recursion that goes on with all that has arrived so far",
        "passes-on-totals",
        """
def backward_algorithm(graph, one=1.0):
    for n in graph.sorted_nodes():
        n.gradient = None

    def visit(n, g):
        n.accumulate_gradient(g)
        for i, d in zip(n.input_nodes, n.backward()):
            visit(i, d)

    visit(graph, one)
    return graph
""",
    ),
    (
        "hw2-tanh/engine",
        "leaves are given their last share only",
        "lost",
        """
def backward_algorithm(graph, one=1.0):
    nodes = graph.sorted_nodes()
    for n in nodes:
        n.gradient = None
    graph.gradient = one
    for n in reversed(nodes):
        for i, d in zip(n.input_nodes, n.backward()):
            if isinstance(i, Leaf):
                i.gradient = d
            else:
                i.accumulate_gradient(d)
    return graph
""",
    ),
    (
        "hw2-tanh/engine",
        "a dictionary by input: the second share of a node that is used twice replaces the first",
        "each-input-once",
        """
def backward_algorithm(graph, one=1.0):
    nodes = graph.sorted_nodes()
    for n in nodes:
        n.gradient = None
    graph.gradient = one
    for n in reversed(nodes):
        shares = dict(zip(n.input_nodes, n.backward()))
        for i in shares:
            i.accumulate_gradient(shares[i])
    return graph
""",
    ),
    (
        "hw2-tanh/engine",
        "looks the share up by index(), which finds the first of two equal inputs",
        "by itself",
        """
def backward_algorithm(graph, one=1.0):
    nodes = graph.sorted_nodes()
    for n in nodes:
        n.gradient = None
    graph.gradient = one
    for n in reversed(nodes):
        ds = n.backward()
        for i in n.input_nodes:
            i.accumulate_gradient(ds[n.input_nodes.index(i)])
    return graph
""",
    ),
    (
        "hw2-tanh/engine",
        "keeps its own dictionary of gradients that is never emptied (default argument)",
        "never-forgets",
        """
def backward_algorithm(graph, one=1.0, grads={}):
    nodes = graph.sorted_nodes()
    grads[graph] = one
    for n in reversed(nodes):
        n.gradient = grads[n]
        for i, d in zip(n.input_nodes, n.backward()):
            grads[i] = grads.get(i, 0.0) + d
    return graph
""",
    ),
    (
        "hw2-tanh/engine",
        "visits the nodes by how many inputs away they are, in levels from the output",
        "breadth-first",
        """
def backward_algorithm(graph, one=1.0):
    for n in graph.sorted_nodes():
        n.gradient = None
    graph.gradient = one
    level = [graph]
    done = set()
    while level:
        below = []
        for n in level:
            if n in done:
                continue
            done.add(n)
            for i, d in zip(n.input_nodes, n.backward()):
                i.accumulate_gradient(d)
                below.append(i)
        level = below
    return graph
""",
    ),
    (
        "hw2-tanh/engine",
        "takes only gradients that are not 0 and not None: an early node is skipped for good",
        "return-inside-the-loop",
        """
def backward_algorithm(graph, one=1.0):
    nodes = graph.sorted_nodes()
    for n in nodes:
        n.gradient = 0
    graph.gradient = one
    for n in nodes:
        if n.gradient:
            for i, d in zip(n.input_nodes, n.backward()):
                i.gradient += d
    return graph
""",
    ),
    (
        "hw2-tanh/engine",
        "averages the shares at a fork",
        "by itself",
        """
def backward_algorithm(graph, one=1.0):
    nodes = graph.sorted_nodes()
    count = {}
    for n in nodes:
        n.gradient = None
        for i in n.input_nodes:
            count[i] = count.get(i, 0) + 1
    graph.gradient = one
    for n in reversed(nodes):
        for i, d in zip(n.input_nodes, n.backward()):
            i.accumulate_gradient(d / count[i])
    return graph
""",
    ),
    (
        "hw2-tanh/engine",
        "a typo: the loop over the shares adds to the wrong variable",
        "accumulates-into-itself",
        """
def backward_algorithm(graph, one=1.0):
    nodes = graph.sorted_nodes()
    for n in nodes:
        n.gradient = None
    graph.gradient = one
    for n in reversed(nodes):
        for i, d in zip(n.input_nodes, n.backward()):
            graph.accumulate_gradient(d)
    return graph
""",
    ),
    (
        "hw2-tanh/engine",
        "runs the forward pass of the nodes in the backward pass instead of backward",
        "by itself",
        """
def backward_algorithm(graph, one=1.0):
    nodes = graph.sorted_nodes()
    for n in nodes:
        n.gradient = None
    graph.gradient = one
    for n in reversed(nodes):
        n.forward()
        for i in n.input_nodes:
            i.accumulate_gradient(n.gradient * n.result)
    return graph
""",
    ),
    (
        "hw4-matmul/engine",
        "adds in place to the first share, which another node may hold as well",
        "adds-in-place",
        """
def backward_algorithm(graph, one=1.0):
    nodes = graph.sorted_nodes()
    for n in nodes:
        n.gradient = None
    graph.gradient = one
    for n in reversed(nodes):
        for i, d in zip(n.input_nodes, n.backward()):
            if i.gradient is None:
                i.gradient = d
            else:
                i.gradient += d
    return graph
""",
    ),
    (
        "hw4-matmul/engine",
        "starts with ones of the shape of the output",
        "starts-with-ones",
        """
def backward_algorithm(graph, one=1.0):
    nodes = graph.sorted_nodes()
    for n in nodes:
        n.gradient = None
    graph.gradient = torch.ones_like(graph.result)
    for n in reversed(nodes):
        for i, d in zip(n.input_nodes, n.backward()):
            i.accumulate_gradient(d)
    return graph
""",
    ),
    (
        "hw4-matmul/engine",
        "starts with a Python number",
        "ValueError",
        """
def backward_algorithm(graph, one=1.0):
    nodes = graph.sorted_nodes()
    for n in nodes:
        n.gradient = None
    graph.gradient = float(one.mean())
    for n in reversed(nodes):
        for i, d in zip(n.input_nodes, n.backward()):
            i.accumulate_gradient(d)
    return graph
""",
    ),
    (
        "hw4-matmul/engine",
        "sums up shares that are tensors to single numbers",
        "ValueError",
        """
def backward_algorithm(graph, one=1.0):
    nodes = graph.sorted_nodes()
    for n in nodes:
        n.gradient = None
    graph.gradient = one
    for n in reversed(nodes):
        for i, d in zip(n.input_nodes, n.backward()):
            i.accumulate_gradient(d.sum())
    return graph
""",
    ),
    (
        "hw5-mlp/engine",
        "forward in the order of creation from the wrong end",
        "forward-backward-order",
        """
def forward_algorithm(graph):
    for node in reversed(graph.sorted_nodes()):
        node.forward()
    return graph
""",
    ),
    (
        "hw2-tanh/add",
        "returns one gradient for two inputs",
        "add-one-gradient",
        """
class Add(ComputationNode):
    def forward(self):
        self.result = self.input(0) + self.input(1)

    def backward(self):
        return [self.gradient]
""",
    ),
    (
        "hw2-tanh/add",
        "adds the inputs' values into the gradients",
        "add-adds-inputs-to-the-gradient",
        """
class Add(ComputationNode):
    def forward(self):
        self.result = self.input(0) + self.input(1)

    def backward(self):
        return [self.gradient + self.input(0), self.gradient + self.input(1)]
""",
    ),
    (
        "hw2-tanh/add",
        "returns ones",
        "add-forgets-upstream",
        """
class Add(ComputationNode):
    def forward(self):
        self.result = self.input(0) + self.input(1)

    def backward(self):
        return [1.0, 1.0]
""",
    ),
    (
        "hw2-tanh/add",
        "returns the value from forward and does not set self.result",
        "add-forward-returns-the-sum",
        """
class Add(ComputationNode):
    def forward(self):
        return self.input(0) + self.input(1)

    def backward(self):
        return [self.gradient, self.gradient]
""",
    ),
    (
        "hw2-tanh/add",
        "delivers the gradients itself and returns them",
        "numbers",
        """
class Add(ComputationNode):
    def forward(self):
        self.result = self.input(0) + self.input(1)

    def backward(self):
        for node in self.input_nodes:
            node.accumulate_gradient(self.gradient)
        return [self.gradient, self.gradient]
""",
    ),
    (
        "hw2-tanh/mul",
        "its own input instead of the other one",
        "mul-own-input",
        """
class Mul(ComputationNode):
    def forward(self):
        self.result = self.input(0) * self.input(1)

    def backward(self):
        return [self.gradient * self.input(0), self.gradient * self.input(1)]
""",
    ),
    (
        "hw2-tanh/mul",
        "adds where it should multiply",
        "mul-adds",
        """
class Mul(ComputationNode):
    def forward(self):
        self.result = self.input(0) * self.input(1)

    def backward(self):
        return [self.gradient + self.input(1), self.gradient + self.input(0)]
""",
    ),
    (
        "hw2-tanh/mul",
        "divides the result by the input, which fails at 0",
        "error",
        """
class Mul(ComputationNode):
    def forward(self):
        self.result = self.input(0) * self.input(1)

    def backward(self):
        return [self.gradient * self.result / self.input(0),
                self.gradient * self.result / self.input(1)]
""",
    ),
    (
        "hw2-tanh/mul",
        "treats the product as a sum of the two gradients, product rule",
        "mul-product-rule-sum",
        """
class Mul(ComputationNode):
    def forward(self):
        self.result = self.input(0) * self.input(1)

    def backward(self):
        d = self.gradient * self.input(1) + self.gradient * self.input(0)
        return [d, d]
""",
    ),
    (
        "hw2-tanh/mul",
        "reads input.gradient instead of input",
        "error",
        """
class Mul(ComputationNode):
    def forward(self):
        self.result = self.input(0) * self.input(1)

    def backward(self):
        a, b = self.input_nodes
        return [self.gradient * b.gradient, self.gradient * a.gradient]
""",
    ),
    (
        "hw2-tanh/mul",
        "forgets self",
        "error",
        """
class Mul(ComputationNode):
    def forward(self):
        self.result = input(0) * input(1)

    def backward(self):
        return [self.gradient * self.input(1), self.gradient * self.input(0)]
""",
    ),
    (
        "hw4-matmul/matmul",
        "the two products in the wrong order",
        "matmul-wrong-order",
        """
class Matmul(ComputationNode):
    def forward(self):
        self.result = self.input(0) @ self.input(1)

    def backward(self):
        A, B = self.input(0), self.input(1)
        return [B.T @ self.gradient, self.gradient @ A.T]
""",
    ),
    (
        "hw4-matmul/matmul",
        "transposes by reshape",
        "matmul-reshapes",
        """
class Matmul(ComputationNode):
    def forward(self):
        self.result = self.input(0) @ self.input(1)

    def backward(self):
        A, B = self.input(0), self.input(1)
        At = A.reshape(A.shape[1], A.shape[0])
        Bt = B.reshape(B.shape[1], B.shape[0])
        return [self.gradient @ Bt, At @ self.gradient]
""",
    ),
    (
        "hw4-matmul/matmul",
        "transposes the gradient for B as well",
        "finding",
        """
class Matmul(ComputationNode):
    def forward(self):
        self.result = self.input(0) @ self.input(1)

    def backward(self):
        return [self.gradient @ self.input(1).T, self.gradient.T @ self.input(0)]
""",
    ),
    (
        "hw4-matmul/matmul",
        "multiplies entry by entry in forward",
        "matmul-forward-entry-by-entry",
        """
class Matmul(ComputationNode):
    def forward(self):
        self.result = self.input(0) * self.input(1)

    def backward(self):
        return [self.gradient @ self.input(1).T, self.input(0).T @ self.gradient]
""",
    ),
    (
        "hw4-matmul/add-bias",
        "sums along the wrong axis",
        "bias-wrong-axis",
        """
class AddBias(ComputationNode):
    def forward(self):
        self.result = self.input(0) + self.input(1)

    def backward(self):
        return [self.gradient, self.gradient.sum(dim=1)]
""",
    ),
    (
        "hw4-matmul/add-bias",
        "sums everything",
        "bias-total",
        """
class AddBias(ComputationNode):
    def forward(self):
        self.result = self.input(0) + self.input(1)

    def backward(self):
        return [self.gradient, self.gradient.sum()]
""",
    ),
    (
        "hw4-matmul/add-bias",
        "multiplies by the number of rows of the first row",
        "numbers",
        """
class AddBias(ComputationNode):
    def forward(self):
        self.result = self.input(0) + self.input(1)

    def backward(self):
        n = self.input(0).shape[0]
        return [self.gradient, n * self.gradient[0]]
""",
    ),
    (
        "hw5-mlp/tanh",
        "the local gradient taken at the output: 1 - tanh(tanh x)^2",
        "finding",
        """
class Tanh(ComputationNode):
    def forward(self):
        self.result = self.input(0).tanh()

    def backward(self):
        return [self.gradient * (1 - self.output().tanh() ** 2)]
""",
    ),
    (
        "hw5-mlp/tanh",
        "forgets the square",
        "tanh-node-not-squared",
        """
class Tanh(ComputationNode):
    def forward(self):
        self.result = self.input(0).tanh()

    def backward(self):
        h = self.output()
        return [self.gradient * (1 - h)]
""",
    ),
    (
        "hw5-mlp/squared-norm",
        "forgets the 2",
        "norm-without-two",
        """
class SquaredNorm(ComputationNode):
    def forward(self):
        self.result = (self.input(0) ** 2).sum()

    def backward(self):
        return [self.gradient * self.input(0)]
""",
    ),
    (
        "hw5-mlp/squared-norm",
        "squares the sum instead of summing the squares",
        "norm-squares-the-sum",
        """
class SquaredNorm(ComputationNode):
    def forward(self):
        self.result = self.input(0).sum() ** 2

    def backward(self):
        return [2 * self.gradient * self.input(0)]
""",
    ),
    (
        "hw5-mlp/logistic-loss",
        "forgets the mean in backward",
        "logistic-node-without-mean",
        """
class LogisticLoss(ComputationNode):
    def forward(self):
        o, y = self.input(0), self.input(1)
        self.result = ((1 + o.exp()).log() - y * o).mean()

    def backward(self):
        o, y = self.input(0), self.input(1)
        return [self.gradient * (o.sigmoid() - y), -self.gradient * o]
""",
    ),
    (
        "hw5-mlp/logistic-loss",
        "gives the labels no gradient: zeros",
        "logistic-node-labels-are-constant",
        """
class LogisticLoss(ComputationNode):
    def forward(self):
        o, y = self.input(0), self.input(1)
        self.result = ((1 + o.exp()).log() - y * o).mean()

    def backward(self):
        o, y = self.input(0), self.input(1)
        return [self.gradient * (o.sigmoid() - y) / o.numel(), torch.zeros_like(y)]
""",
    ),
    (
        "hw5-mlp/sgd-step",
        "goes up instead of down",
        "step-uphill",
        """
def sgd_step(parameters, gradients, rate):
    return {name: parameters[name] + rate * gradients[name] for name in parameters}
""",
    ),
    (
        "hw5-mlp/minibatches",
        "drops the last, shorter batch",
        "batches-drop-the-last",
        """
def minibatches(order, size):
    return [order[i * size : (i + 1) * size] for i in range(len(order) // size)]
""",
    ),
    (
        "hw6-memory/relu",
        "keeps the mask where the input is negative",
        "finding",
        """
class Relu(ComputationNode):
    def forward(self):
        x = self.input(0)
        self.mask = x < 0
        self.result = x * ~self.mask

    def backward(self):
        return [self.gradient * self.mask]
""",
    ),
    (
        "hw6-memory/relu",
        "keeps a float mask, eight bytes for each entry",
        "relu-mask-of-floats",
        """
class Relu(ComputationNode):
    def forward(self):
        x = self.input(0)
        self.mask = (x > 0).double()
        self.result = x * self.mask

    def backward(self):
        return [self.gradient * self.mask]
""",
    ),
    (
        "hw6-memory/relu",
        "keeps the input as a Python list in a global",
        "numbers",
        """
saved = {}


class Relu(ComputationNode):
    def forward(self):
        x = self.input(0)
        saved[id(self)] = x.tolist()
        self.result = x.clamp(min=0)

    def backward(self):
        x = torch.tensor(saved[id(self)], dtype=self.gradient.dtype)
        return [self.gradient * (x > 0)]
""",
    ),
    (
        "hw6-memory/sigmoid",
        "the derivative with the input in place of the output",
        "sigmoid-slope-of-the-input",
        """
class Sigmoid(ComputationNode):
    def forward(self):
        self.result = 1 / (1 + (-self.input(0)).exp())

    def backward(self):
        z = self.input(0)
        return [self.gradient * z * (1 - z)]
""",
    ),
    (
        "hw6-memory/sigmoid",
        "forgets a minus sign in forward",
        "sigmoid-of-minus-z",
        """
class Sigmoid(ComputationNode):
    def forward(self):
        self.result = 1 / (1 + self.input(0).exp())

    def backward(self):
        s = self.output()
        return [self.gradient * s * (1 - s)]
""",
    ),
    (
        "hw6-memory/softmax",
        "only the diagonal of the Jacobian",
        "softmax-diagonal-only",
        """
class Softmax(ComputationNode):
    def forward(self):
        e = self.input(0).exp()
        self.result = e / e.sum(dim=1, keepdim=True)

    def backward(self):
        p = self.output()
        return [self.gradient * p * (1 - p)]
""",
    ),
    (
        "hw6-memory/softmax",
        "normalises the columns",
        "softmax-columns",
        """
class Softmax(ComputationNode):
    def forward(self):
        e = self.input(0).exp()
        self.result = e / e.sum(dim=0, keepdim=True)

    def backward(self):
        p, G = self.output(), self.gradient
        return [p * (G - (G * p).sum(dim=0, keepdim=True))]
""",
    ),
    (
        "hw6-memory/detach",
        "returns None for no gradient",
        "detach-returns-none",
        """
class Detach(ComputationNode):
    def forward(self):
        self.result = self.input(0)

    def backward(self):
        return [None]
""",
    ),
    (
        "hw6-memory/checkpoint",
        "keeps the chain of the forward pass",
        "checkpoint-keeps-the-chain",
        """
class Checkpoint(ComputationNode):
    def __init__(self, x, layers, name=None):
        super().__init__(x, name=name)
        self.layers = layers

    def forward(self):
        self.chain = Chain(self.layers)
        self.result = self.chain.forward(self.input(0))

    def backward(self):
        return [self.chain.backward(self.gradient)]
""",
    ),
    (
        "hw8-transformer/cross-entropy",
        "forgets the mean over the rows in backward",
        "cross-entropy-no-mean cross-entropy-square",
        """
class CrossEntropy(ComputationNode):
    def __init__(self, logits, targets, name=None):
        super().__init__(logits, name=name)
        self.targets = targets

    def forward(self):
        z = self.input(0)
        z = z - z.max(dim=1, keepdim=True).values
        self.log_p = z - z.exp().sum(dim=1, keepdim=True).log()
        self.result = -self.log_p[range(len(z)), self.targets].mean()

    def backward(self):
        d = self.log_p.exp().clone()
        d[range(len(d)), self.targets] -= 1
        return [self.gradient * d]
""",
    ),
    (
        "hw8-transformer/embedding",
        "a token that repeats gets only its last share",
        "embedding-assigns-in-a-loop embedding-overwrites",
        """
class Embedding(ComputationNode):
    def __init__(self, table, tokens, name=None):
        super().__init__(table, name=name)
        self.tokens = tokens

    def forward(self):
        self.result = self.input(0)[list(self.tokens)]

    def backward(self):
        d = torch.zeros_like(self.input(0))
        for t, g in zip(self.tokens, self.gradient):
            d[t] = g
        return [d]
""",
    ),
    (
        "hw8-transformer/layer-norm",
        "takes mean and deviation for constants",
        "layer-norm-no-means",
        """
class LayerNorm(ComputationNode):
    def forward(self):
        x = self.input(0)
        self.s = (x.var(dim=1, keepdim=True, unbiased=False) + 1e-5).sqrt()
        self.result = (x - x.mean(dim=1, keepdim=True)) / self.s

    def backward(self):
        return [self.gradient / self.s]
""",
    ),
    (
        "hw8-transformer/attention",
        "forgets the scale in backward",
        "attention-no-scale-in-backward",
        """
class Attention(ComputationNode):
    def __init__(self, queries, keys, values, name_of=None, name=None):
        super().__init__(queries, keys, values, name=name)
        self.name_of = name_of

    def same_name(self):
        name_of = torch.tensor(self.name_of or [0] * len(self.input(0)))
        return name_of[:, None] == name_of[None, :]

    def forward(self):
        Q, K, V = self.input(0), self.input(1), self.input(2)
        S = Q @ K.T / Q.shape[1] ** 0.5
        allowed = self.same_name() & torch.ones_like(S).tril().bool()
        self.A = S.masked_fill(~allowed, -math.inf).softmax(dim=1)
        self.result = self.A @ V

    def backward(self):
        Q, K, V, G = self.input(0), self.input(1), self.input(2), self.gradient
        dA = G @ V.T
        dS = self.A * (dA - (dA * self.A).sum(dim=1, keepdim=True))
        return [dS @ K, dS.T @ Q, self.A.T @ G]
""",
    ),
    (
        "hw8-transformer/adam-step",
        "hands on the corrected means",
        "adam-hands-on-the-corrected",
        """
def adam_step(value, gradient, mean, square, t, rate):
    mean = (0.9 * mean + 0.1 * gradient) / (1 - 0.9**t)
    square = (0.999 * square + 0.001 * gradient**2) / (1 - 0.999**t)
    return value - rate * mean / (square.sqrt() + 1e-8), mean, square
""",
    ),
    (
        "hw1-cosh/sinh-formula",
        "forgets the inner derivative",
        "sinh-same-back",
        'dz_dx = "(exp(x) + exp(-x)) / 2"',
    ),
    ("hw1-cosh/sinh-formula", "the numbers of one point", "numbers", 'dz_dx = "4/3"'),
    (
        "hw1-cosh/linear",
        "df_dx and df_dy are mixed up",
        "linear-swapped",
        'linear = {"df_dx": 2, "df_dy": -6, "x_up": 0.02, "both_up": -0.04}',
    ),
    (
        "hw1-cosh/forward-by-hand",
        "r is the negative of b, not its reciprocal",
        "forward-sign-in-exp",
        'forward_pass = {"a": "log 3", "b": 3, "c": "log 3", "d": "-log 3", "r": -3, "z": 0}',
    ),
    (
        "hw1-cosh/backward-by-hand",
        "each local gradient without the upstream one",
        "backward-half-gets-lost backward-local-only backward-local-only-below",
        'backward_pass = {"z": 1, "r": "1/2", "d": "1/3", "c": -1, "b": "1/2", "a": 3, "x": 2}',
    ),
    (
        "hw3-polynomial/polynomial-formula",
        "keeps the constant",
        "constant-kept",
        'dy_dx = "4x^3 - 6x^2 + 6x - 4 + 5"',
    ),
    (
        "hw2-tanh/two-forks-by-hand",
        "counts one arrow of each fork",
        "two-forks-one-arrow",
        'two_forks = {"c": 1, "b": 1, "a": 1}',
    ),
    (
        "hw2-tanh/order",
        "from the leaves",
        "order-forward",
        'order = ["x", "p", "n", "q", "m", "s", "t", "r", "z"]',
    ),
    (
        "hw5-mlp/gradients",
        "a matrix product through the tanh, and no transposing for W2",
        "tanh-derivative-not-squared weights-forget-the-penalty weights-without-transpose",
        """
gradients = {
    "dJ_dL": "1",
    "dJ_ds": "1",
    "dJ_do": "o - y",
    "dJ_dW2": "h @ dJ_do + lam * W2",
    "dJ_dh": "dJ_do @ W2.T",
    "dJ_dz": "dJ_dh * (1 - tanh(z))",
    "dJ_dW1": "x.T @ dJ_dz",
}
""",
    ),
    (
        "hw7-cost/times",
        "backward through one layer only",
        "time-W1-first-layer-only time-one-layer",
        """
times = {
    "T_run": "m n d^2",
    "T_forward": "m n d^2",
    "T_backward": "n d^2",
    "T_backward_W1": "n d^2",
}
""",
    ),
    # Right, in another way than most would write it.
    (
        "hw1-cosh/forward-algorithm",
        "",
        "",
        """
def forward_algorithm(graph):
    any(node.forward() for node in graph.sorted_nodes())
    return graph
""",
    ),
    (
        "hw1-cosh/backward-algorithm",
        "",
        "",
        """
def backward_algorithm(graph, one=1.0):
    nodes = graph.sorted_nodes()
    def users(node):
        return [(u, k) for u in nodes for k, i in enumerate(u.input_nodes) if i is node]
    for node in nodes: node.gradient = None
    shares = {}
    for node in nodes[::-1]:
        node.gradient = one if node is graph else sum(shares[u][k] for u, k in users(node))
        shares[node] = node.backward()
    return graph
""",
    ),
    (
        "hw2-tanh/engine",
        "",
        "",
        """
def backward_algorithm(graph, one=1.0):
    todo = graph.sorted_nodes()
    [setattr(t, "gradient", None) for t in todo]
    graph.accumulate_gradient(one)
    while todo:
        last = todo.pop()
        k = 0
        for d in last.backward():
            last.input_nodes[k].accumulate_gradient(d)
            k += 1
    return graph
""",
    ),
    (
        "hw2-tanh/engine",
        "",
        "",
        """
def backward_algorithm(graph, one=1.0):
    nodes = graph.sorted_nodes()
    position = {n: p for p, n in enumerate(nodes)}
    box = [0.0] * len(nodes)
    box[-1] = one
    for p in range(len(nodes) - 1, -1, -1):
        nodes[p].gradient = box[p]
        for i, d in zip(nodes[p].input_nodes, nodes[p].backward()):
            box[position[i]] += d
    return graph
""",
    ),
    (
        "hw2-tanh/mul",
        "",
        "",
        """
class Mul(ComputationNode):
    def forward(self):
        x, y = (n.result for n in self.input_nodes)
        self.result = x * y

    def backward(self):
        downstream = []
        for k in (1, 0):
            downstream.append(self.input(k) * self.gradient)
        return downstream
""",
    ),
    (
        "hw4-matmul/matmul",
        "",
        "",
        """
class Matmul(ComputationNode):
    def forward(self):
        self.result = torch.mm(self.input(0), self.input(1))

    def backward(self):
        dA = (self.input(1) @ self.gradient.T).T
        dB = (self.gradient.T @ self.input(0)).T
        return dA, dB
""",
    ),
    (
        "hw4-matmul/add-bias",
        "",
        "",
        """
class AddBias(ComputationNode):
    def forward(self):
        n = self.input(0).shape[0]
        self.result = self.input(0) + self.input(1).repeat(n, 1)

    def backward(self):
        n = self.gradient.shape[0]
        return [self.gradient, (torch.ones(1, n, dtype=self.gradient.dtype) @ self.gradient)[0]]
""",
    ),
    (
        "hw5-mlp/squared-norm",
        "",
        "",
        """
class SquaredNorm(ComputationNode):
    def forward(self):
        flat = self.input(0).flatten()
        self.result = flat @ flat

    def backward(self):
        return [self.input(0) * (self.gradient + self.gradient)]
""",
    ),
    (
        "hw6-memory/softmax",
        "",
        "",
        """
class Softmax(ComputationNode):
    def forward(self):
        z = self.input(0)
        self.result = (z - z.logsumexp(1, keepdim=True)).exp()

    def backward(self):
        rows = []
        for p, g in zip(self.output(), self.gradient):
            rows.append((torch.diag(p) - torch.outer(p, p)) @ g)
        return [torch.stack(rows)]
""",
    ),
    (
        "hw8-transformer/embedding",
        "",
        "",
        """
class Embedding(ComputationNode):
    def __init__(self, table, tokens, name=None):
        super().__init__(table, name=name)
        self.tokens = tokens

    def forward(self):
        self.result = torch.stack([self.input(0)[t] for t in self.tokens])

    def backward(self):
        E = self.input(0)
        return [torch.stack([sum((g for t, g in zip(self.tokens, self.gradient) if t == row),
                                 torch.zeros_like(E[0])) for row in range(len(E))])]
""",
    ),
    ("hw1-cosh/sinh-formula", "", "", 'dz_dx = "exp(x) - (exp(x) + exp(-x)) / 2"'),
]
