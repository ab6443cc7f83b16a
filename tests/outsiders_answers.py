"""Answers of two outsiders who had seen nothing but the released notebooks, as `unseen_answers`.

What the checks told of them at first, and what was wrong with that, is in `docs/numbers.md`.
"""

ANSWERS = [
    (
        "hw1-cosh/linear",
        "both_up is the exact change of the product, (2.01)(-5.99) + 12, and not the linear "
        "approximation -0.04.",
        "linear-exact-change",
        """
linear = {
    "df_dx": -6,
    "df_dy": 2,
    "x_up": -0.06,
    "both_up": 2.01 * (-5.99) + 12,
}
""",
    ),
    (
        "hw1-cosh/sinh-formula",
        "The power rule was used for e^x, as if the base and not the exponent were the variable.",
        "sinh-power-rule",
        """
dz_dx = "(x * exp(x - 1) - x * exp(-x - 1)) / 2"
""",
    ),
    (
        "hw1-cosh/forward-by-hand",
        "The logarithm was taken to base 10 (log 3 = 0.477), although log is the natural "
        "logarithm here.",
        "finding",
        """
# from my calculator
forward_pass = {
    "a": 0.4771,
    "b": 3,
    "c": 0.4771,
    "d": -0.4771,
    "r": "1/3",
    "z": "5/3",
}
""",
    ),
    (
        "hw1-cosh/forward-by-hand",
        "exp(-log 3) was taken to be -3 instead of 1/3: the minus was pulled out of the "
        "exponent; z is wrong with it.",
        "forward-sign-in-exp",
        """
forward_pass = dict(a="log(3)", b=3, c="log(3)", d="-log(3)", r=-3, z=(3 + -3) / 2)
""",
    ),
    (
        "hw1-cosh/backward-by-hand",
        "The minus sign of the negation is applied one node too early, already at d, which "
        "should be +1/6.",
        "finding",
        """
backward_pass = {
    "z": 1,
    "r": "1/2",
    "d": "-1/6",
    "c": "-1/6",
    "b": "1/2",
    "a": "3/2",
    "x": "4/3",
}
""",
    ),
    (
        "hw1-cosh/backward-by-hand",
        "At the fork the two shares of x are multiplied, 3/2 times -1/6, instead of added.",
        "backward-fork-multiplies",
        """
backward_pass = {
    "z": 1, "b": 1 / 2, "r": 1 / 2,
    "a": 3 * 1 / 2,             # exp(log 3) = 3
    "d": 1 / 2 * 1 / 3,
    "c": -1 / 6,
    "x": 3 / 2 * (-1 / 6),      # chain rule: multiply
}
""",
    ),
    (
        "hw1-cosh/forward-algorithm",
        "Nodes are put in a dictionary by name, so that all nodes without a name fall "
        "together into one and the others are never computed.",
        "never ran",
        """
def forward_algorithm(graph):
    todo = {}
    for n in graph.sorted_nodes():
        todo[n.name] = n
    for name in todo:
        todo[name].forward()
    return graph
""",
    ),
    (
        "hw1-cosh/forward-algorithm",
        "forward returns nothing (it fills in the result itself), so the assignment sets "
        "every result to None, and the next node fails.",
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
        "The nodes are sorted by their number of inputs, which is no topological order: an "
        "Exp of a Mean comes before that Mean.",
        "too early",
        """
def forward_algorithm(graph):
    # leaves have no inputs and go first, then the nodes with one input, then those with two
    nodes = sorted(graph.sorted_nodes(), key=lambda n: len(n.input_nodes))
    for node in nodes:
        node.forward()
    return graph
""",
    ),
    (
        "hw1-cosh/forward-algorithm",
        "A node that already has a result is not computed again, so after a leaf's value has "
        "changed a second call leaves the old results standing.",
        "forward-skips-computed",
        """
def forward_algorithm(graph):
    def compute(node):
        if node.result is not None:
            return  # has been done already
        for child in node.input_nodes:
            compute(child)
        node.forward()

    compute(graph)
    return graph
""",
    ),
    (
        "hw1-cosh/forward-algorithm",
        "The breadth-first list keeps each node at its first place only; read backwards, a "
        "node that is also used further from the output comes after one of its users.",
        "forward-breadth-first",
        """
def forward_algorithm(graph):
    queue = [graph]
    i = 0
    while i < len(queue):
        for inp in queue[i].input_nodes:
            if inp not in queue:
                queue.append(inp)
        i += 1
    while queue:
        queue.pop().forward()
    return graph
""",
    ),
    (
        "hw1-cosh/forward-algorithm",
        "",
        "",
        """
def forward_algorithm(graph):
    found, todo = {graph}, [graph]
    while todo:
        for inp in todo.pop().input_nodes:
            if inp not in found:
                found.add(inp)
                todo.append(inp)

    waiting, done = list(found), set()
    while waiting:
        ready = [n for n in waiting if all(inp in done for inp in n.input_nodes)]
        for n in ready:
            n.forward()
        done.update(ready)
        waiting = [n for n in waiting if n not in done]
    return graph
""",
    ),
    (
        "hw1-cosh/backward-algorithm",
        "A dictionary from input to gradient has room for one share only: if a node takes the"
        " same input twice, as Mean(u, u), one of the two shares is lost.",
        "each-input-once",
        """
def backward_algorithm(graph, one=1.0):
    nodes = graph.sorted_nodes()
    for node in nodes:
        node.gradient = None
    graph.gradient = one
    for node in reversed(nodes):
        shares = dict(zip(node.input_nodes, node.backward()))
        for inp, share in shares.items():
            inp.accumulate_gradient(share)
    return graph
""",
    ),
    (
        "hw1-cosh/backward-algorithm",
        "index finds the first place of an input only, so where a node takes the same input "
        "twice it gets the first share twice: HalfDifference(u, u) sends 1/2 + 1/2 instead of"
        " 1/2 - 1/2.",
        "by itself",
        """
def backward_algorithm(graph, one=1.0):
    order = graph.sorted_nodes()[::-1]
    for n in order:
        n.gradient = None
    graph.gradient = one
    for n in order:
        grads = n.backward()
        for inp in n.input_nodes:
            which = n.input_nodes.index(inp)
            inp.accumulate_gradient(grads[which])
    return graph
""",
    ),
    (
        "hw1-cosh/backward-algorithm",
        "The gradients of the inputs are cleared right before each delivery, which throws "
        "away the shares that other users have already sent.",
        "wiped",
        """
def backward_algorithm(graph, one=1.0):
    graph.gradient = one
    for node in graph.sorted_nodes()[::-1]:
        # forget what an earlier pass has left
        for inp in node.input_nodes:
            inp.gradient = None
        for inp, g in zip(node.input_nodes, node.backward()):
            inp.accumulate_gradient(g)
    return graph
""",
    ),
    (
        "hw1-cosh/backward-algorithm",
        "It starts with 1 and multiplies only the leaves by `one` in the end, so all nodes "
        "between have the wrong gradient if `one` is not 1.",
        "scales-only-the-leaves",
        """
def backward_algorithm(graph, one=1.0):
    nodes = list(reversed(graph.sorted_nodes()))
    for k in range(len(nodes)):
        nodes[k].gradient = None
    graph.gradient = 1.0
    for node in nodes:
        grads = node.backward()
        for i in range(len(grads)):
            node.input_nodes[i].accumulate_gradient(grads[i])
    # everything scales with one
    for node in nodes:
        if node.input_nodes == []:
            node.gradient = node.gradient * one
    return graph
""",
    ),
    (
        "hw1-cosh/backward-algorithm",
        "The loop stops at the first leaf that it meets, so with several leaves the nodes "
        "that are still to come never send anything.",
        "never ran",
        """
def backward_algorithm(graph, one=1.0):
    stack = graph.sorted_nodes()
    for node in stack:
        node.gradient = None
    graph.accumulate_gradient(one)
    while True:
        node = stack.pop()
        if not node.input_nodes:
            break  # we have arrived at the leaf
        for inp, down in zip(node.input_nodes, node.backward()):
            inp.accumulate_gradient(down)
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
    for n in nodes:
        n.gradient = 0.0
    graph.gradient += one
    while nodes:
        n = nodes.pop()
        for i, g in enumerate(n.backward()):
            n.input_nodes[i].gradient = n.input_nodes[i].gradient + g
    return graph
""",
    ),
    (
        "hw1-cosh/forward-algorithm",
        "return is indented into the loop, so only the first node, a leaf, is computed.",
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
        "reversed gives an iterator, which the first loop uses up; the second loop finds "
        "nothing, and only the output has a gradient.",
        "never ran",
        """
def backward_algorithm(graph, one=1.0):
    backwards = reversed(graph.sorted_nodes())
    for node in backwards:
        node.gradient = None
    graph.gradient = one
    for node in backwards:
        for child, g in zip(node.input_nodes, node.backward()):
            child.accumulate_gradient(g)
    return graph
""",
    ),
    (
        "hw1-cosh/backward-algorithm",
        "The start is set before the forgetting, which erases it again, so the output's "
        "backward works with None.",
        "forgets-after-start",
        """
def backward_algorithm(graph, one=1.0):
    graph.accumulate_gradient(one)
    order = graph.sorted_nodes()
    order.reverse()
    for v in order:
        v.gradient = None
    for v in order:
        down = v.backward()
        [u.accumulate_gradient(d) for u, d in zip(v.input_nodes, down)]
    return graph
""",
    ),
    (
        "hw1-cosh/backward-algorithm",
        "Half finished: only the first input of a node gets its share, so the second branch "
        "of every Mean is left without a gradient and fails.",
        "only-first-input",
        """
def backward_algorithm(graph, one=1.0):
    for node in graph.sorted_nodes():
        node.gradient = None
    graph.gradient = one
    for node in graph.sorted_nodes()[::-1]:
        if node.input_nodes:
            node.input_nodes[0].accumulate_gradient(node.backward()[0])
            # what about the second input?
    return graph
""",
    ),
    (
        "hw2-tanh/engine",
        "Only the leaves forget; the nodes between keep their old gradients, so a second call"
        " adds to them.",
        "forgets-leaves-only",
        """
def forward_algorithm(graph):
    [n.forward() for n in graph.sorted_nodes()]
    return graph


def zero_grad(graph):
    # as in PyTorch: the parameters are the leaves
    for n in graph.sorted_nodes():
        if isinstance(n, Leaf):
            n.gradient = None


def backward_algorithm(graph, one=1.0):
    zero_grad(graph)
    graph.gradient = one
    for n in reversed(graph.sorted_nodes()):
        for child, g in zip(n.input_nodes, n.backward()):
            child.accumulate_gradient(g)
    return graph
""",
    ),
    (
        "hw2-tanh/engine",
        "The nodes are cleared except the output, and the start is added to the output "
        "instead of set: on a second call the output holds the sum of both starts.",
        "resets-all-but-the-output",
        """
def forward_algorithm(graph):
    for node in graph.sorted_nodes():
        node.forward()
    return graph


def backward_algorithm(graph, one=1.0):
    *others, last = graph.sorted_nodes()
    for node in others:
        node.gradient = None
    last.accumulate_gradient(one)
    for node in [last] + others[::-1]:
        for i, downstream in enumerate(node.backward()):
            node.input_nodes[i].accumulate_gradient(downstream)
    return graph
""",
    ),
    (
        "hw2-tanh/engine",
        "A node whose gradient is 0 is skipped (`not 0.0` is true), so what lies below it "
        "keeps None instead of 0.",
        "never ran",
        """
def forward_algorithm(graph):
    for node in graph.sorted_nodes():
        node.forward()
    return graph


def backward_algorithm(graph, one=1.0):
    nodes = graph.sorted_nodes()
    for node in nodes:
        node.gradient = None
    graph.gradient = one
    for node in nodes[::-1]:
        if not node.gradient:
            continue  # nothing has arrived here
        for i, g in enumerate(node.backward()):
            node.input_nodes[i].accumulate_gradient(g)
    return graph
""",
    ),
    (
        "hw2-tanh/engine",
        "It waits for as many shares as a node has different users; where one user takes the "
        "node twice, the count is used up too early, and the share of another user comes too "
        "late to be passed on.",
        "finding",
        """
def forward_algorithm(graph):
    for node in graph.sorted_nodes():
        node.forward()
    return graph


def backward_algorithm(graph, one=1.0):
    users = {}
    for node in graph.sorted_nodes():
        node.gradient = None
        users[node] = set()
        for child in node.input_nodes:
            users[child].add(node)
    missing = {node: len(users[node]) for node in users}

    graph.gradient = one
    ready = [graph]
    while ready:
        node = ready.pop()
        for child, g in zip(node.input_nodes, node.backward()):
            child.accumulate_gradient(g)
            missing[child] -= 1
            if missing[child] == 0:
                ready.append(child)
    return graph
""",
    ),
    (
        "hw2-tanh/engine",
        "The recursion passes a node's whole gradient on at each arrival: what came with the "
        "first share is sent a second time with the second one.",
        "passes-on-totals",
        """
def forward_algorithm(graph):
    for node in graph.sorted_nodes():
        node.forward()
    return graph


def push(node):
    for child, g in zip(node.input_nodes, node.backward()):
        child.accumulate_gradient(g)
        push(child)


def backward_algorithm(graph, one=1.0):
    for node in graph.sorted_nodes():
        node.gradient = None
    graph.gradient = one
    push(graph)
    return graph
""",
    ),
    (
        "hw2-tanh/engine",
        "",
        "",
        """
def forward_algorithm(graph):
    for node in graph.sorted_nodes():
        node.forward()
    return graph


def backward_algorithm(graph, one=1.0):
    sent = []  # pairs (who it is for, share)
    for node in reversed(graph.sorted_nodes()):
        if node is graph:
            node.gradient = one
        else:
            node.gradient = None
            for share in [share for owner, share in sent if owner is node]:
                node.accumulate_gradient(share)
        sent += zip(node.input_nodes, node.backward())
    return graph
""",
    ),
    (
        "hw2-tanh/add",
        "The local gradient 1 is added to the upstream gradient instead of multiplied by it.",
        "finding",
        """
class Add(ComputationNode):
    def forward(self):
        self.result = self.input(0) + self.input(1)

    def backward(self):
        local = 1
        return [self.gradient + local, self.gradient + local]
""",
    ),
    (
        "hw2-tanh/add",
        "backward returns a list with one entry, the sum of both shares, so the first input "
        "gets twice its share and the second none.",
        "finding",
        """
class Add(ComputationNode):
    def forward(self):
        x, y = self.input(0), self.input(1)
        self.result = x + y

    def backward(self):
        dx = self.gradient
        dy = self.gradient
        return [dx + dy]
""",
    ),
    (
        "hw2-tanh/add",
        "",
        "",
        """
class Add(ComputationNode):
    def forward(self):
        total, *rest = [self.input(i) for i, _ in enumerate(self.input_nodes)]
        for term in rest:
            total = total + term
        self.result = total

    def backward(self):
        return [self.gradient] * len(self.input_nodes)
""",
    ),
    (
        "hw2-tanh/mul",
        "It gets the other factor by dividing the product by this one, which fails when an "
        "input is 0.",
        "error",
        """
class Mul(ComputationNode):
    def forward(self):
        self.result = self.input(0) * self.input(1)

    def backward(self):
        # d(xy)/dx = y = xy / x
        local = [self.output() / self.input(0), self.output() / self.input(1)]
        return [self.gradient * l for l in local]
""",
    ),
    (
        "hw2-tanh/mul",
        "It reads `.value`, which only leaves have, so a product of anything that was "
        "computed raises an AttributeError.",
        "error",
        """
class Mul(ComputationNode):
    def forward(self):
        left, right = self.input_nodes
        self.result = left.value * right.value

    def backward(self):
        left, right = self.input_nodes
        return [self.gradient * right.value, self.gradient * left.value]
""",
    ),
    (
        "hw2-tanh/mul",
        "The factors are put aside on the class and not on self, so all Mul nodes share them "
        "and go backward with those of the product computed last.",
        "finding",
        """
class Mul(ComputationNode):
    def forward(self):
        Mul.x = self.input(0)
        Mul.y = self.input(1)
        self.result = Mul.x * Mul.y

    def backward(self):
        return [self.gradient * Mul.y, self.gradient * Mul.x]
""",
    ),
    (
        "hw2-tanh/mul",
        "backward delivers the shares itself and also returns them, so the engine delivers "
        "each of them a second time.",
        "finding",
        """
class Mul(ComputationNode):
    def forward(self):
        self.result = self.input(0) * self.input(1)

    def backward(self):
        a, b = self.input_nodes
        da = self.gradient * self.input(1)
        db = self.gradient * self.input(0)
        a.accumulate_gradient(da)
        b.accumulate_gradient(db)
        return [da, db]
""",
    ),
    (
        "hw2-tanh/add",
        "forward returns the sum and does not store it in self.result, which stays None.",
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
        "hw2-tanh/mul",
        "Half finished: the second gradient is still the three dots, which cannot be multiplied.",
        "error",
        """
class Mul(ComputationNode):
    def forward(self):
        self.result = self.input(0) * self.input(1)

    def backward(self):
        dx = self.input(1)
        dy = ...
        return [self.gradient * dx, self.gradient * dy]
""",
    ),
    (
        "hw2-tanh/two-forks-by-hand",
        "The three values of the forward pass (a = 1, b = 2, c = 4) stand where the gradients"
        " belong.",
        "two-forks-values",
        """
two_forks = {
    "c": 4,
    "b": 2,
    "a": 1,
}
""",
    ),
    (
        "hw2-tanh/prediction",
        "Each further addition adds two shares instead of doubling their number (20 instead "
        "of 2^10), and of the two arrows from a to b only one was followed.",
        "prediction-linear prediction-stops-early",
        """
prediction = {
    "b": 2,
    "a": 1,
    "shares": 2 * 10,
}
""",
    ),
    (
        "hw2-tanh/order",
        "q is processed before m has sent its share: m = -q is a user of q, too.",
        "finding",
        """
order = ["z", "r", "t", "q", "n", "s", "m", "p", "x"]
""",
    ),
    (
        "hw2-tanh/order",
        "",
        "",
        """
order = "z r t s p m q n x".split()
""",
    ),
    (
        "hw2-tanh/twice",
        "12 is what an engine would leave that never forgets in the nodes between; PyTorch "
        "keeps gradients in leaves only, which gives 4 + 4.",
        "twice-between-too",
        """
twice = {
    "a": 4 + 2 * 4,
}
""",
    ),
    (
        "hw2-tanh/wrong-engines",
        "The tests use a leaf x that there is not (only a, b and c are given).",
        "finding",
        """
engine_tests = {
    "first": ("exp(x) + exp(-x)", 1),
    "second": ("x * x", 1, 2),
    "third": ("y = x * x; y + y", 3, -1),
}
""",
    ),
    (
        "hw4-matmul/entries",
        "The upstream gradient was left out: these are the plain sums of b_1j and of a_i1.",
        "entries-forgets-upstream",
        """
entries = {
    "dA_01": 1 + 3 + 0 + 2,
    "dB_10": 2 - 1 + 2,
}
""",
    ),
    (
        "hw4-matmul/entries",
        "Row 0 of B was taken instead of row 1, and column 0 of A instead of column 1.",
        "entries-wrong-column-of-a entries-wrong-row",
        """
entries = {
    "dA_01": 4 * 2 + -1 * 0 + 2 * 1 + 0 * -1,
    "dB_10": 4 * 1 + 2 * 0 + 5 * 3,
}
""",
    ),
    (
        "hw4-matmul/shapes",
        "Both gradients were given the shape of C, that of the upstream gradient.",
        "shapes-of-the-product",
        """
shapes = {"dA_rows": 3, "dA_columns": 4, "dB_rows": 3, "dB_columns": 4}
""",
    ),
    (
        "hw4-matmul/matmul",
        "It multiplies by the pseudo-inverse of the other matrix, as if to undo the product, "
        "where its transpose belongs; the shapes fit.",
        "numbers",
        """
import torch


class Matmul(ComputationNode):
    def forward(self):
        self.result = self.input(0) @ self.input(1)

    def backward(self):
        A, B = self.input(0), self.input(1)
        G = self.gradient
        # C = A B, so "dividing by B" gives A back; pinv also works if B is not square
        dA = G @ torch.linalg.pinv(B)
        dB = torch.linalg.pinv(A) @ G
        return [dA, dB]
""",
    ),
    (
        "hw4-matmul/matmul",
        "In the loops the entries are set with = instead of added up with +=, so of each sum "
        "only the last term is left.",
        "matmul-loop-overwrites",
        """
class Matmul(ComputationNode):
    def forward(self):
        self.result = self.input(0) @ self.input(1)

    def backward(self):
        A, B, G = self.input(0), self.input(1), self.gradient
        n, d = A.shape
        k = B.shape[1]
        dA = A.new_zeros(n, d)
        dB = B.new_zeros(d, k)
        for i in range(n):
            for r in range(d):
                for j in range(k):
                    dA[i, r] = G[i, j] * B[r, j]
                    dB[r, j] = A[i, r] * G[i, j]
        return [dA, dB]
""",
    ),
    (
        "hw4-matmul/matmul",
        "zero_ empties the input itself and not a copy: A is all zeros when the second "
        "gradient is computed from it, and stays so.",
        "finding",
        """
class Matmul(ComputationNode):
    def forward(self):
        self.result = self.input(0) @ self.input(1)

    def backward(self):
        A = self.input(0)
        B = self.input(1)
        dA = A.zero_()  # zeros in the shape of A
        dA += self.gradient @ B.T
        return [dA, A.T @ self.gradient]
""",
    ),
    (
        "hw4-matmul/matmul",
        "The indices of the second einsum end in jr instead of rj, so the gradient of B comes"
        " out transposed; if d = k the shape does not show it.",
        "finding",
        """
class Matmul(ComputationNode):
    def forward(self):
        self.result = torch.einsum("ir,rj->ij", self.input(0), self.input(1))

    def backward(self):
        G = self.gradient
        dA = torch.einsum("ij,rj->ir", G, self.input(1))
        dB = torch.einsum("ir,ij->jr", self.input(0), G)
        return [dA, dB]
""",
    ),
    (
        "hw4-matmul/matmul",
        "",
        "",
        """
class Matmul(ComputationNode):
    def forward(self):
        A, B = [self.input(i) for i in range(2)]
        self.result = torch.stack([a @ B for a in A])

    def backward(self):
        A, B, G = self.input(0), self.input(1), self.gradient
        rows = [B @ g for g in G]
        outer = [a[:, None] * g[None, :] for a, g in zip(A, G)]
        return [torch.stack(rows), sum(outer)]
""",
    ),
    (
        "hw4-matmul/matmul",
        "The gradient of B is divided by the number of rows, a mean over the examples where "
        "the rule has a sum; that of A is right.",
        "matmul-averages",
        """
class Matmul(ComputationNode):
    def forward(self):
        X, W = self.input(0), self.input(1)
        self.n = X.shape[0]
        self.result = X @ W

    def backward(self):
        dX = (self.input(1) @ self.gradient.T).T
        dW = (self.gradient.T @ self.input(0)).T / self.n
        return [dX, dW]
""",
    ),
    (
        "hw4-matmul/bias-by-hand",
        "It adds along the rows of G (the first two row sums), but b_0 is used in column 0, "
        "once in every row.",
        "bias-rows-by-hand",
        """
bias = {
    "db_0": 1 + 5,
    "db_1": 4 + 7,
}
""",
    ),
    (
        "hw4-matmul/add-bias",
        "keepdim leaves the shape (1, k), but the bias has shape (k).",
        "bias-keeps-a-row",
        """
class AddBias(ComputationNode):
    def forward(self):
        self.result = self.input(0) + self.input(1)

    def backward(self):
        return [self.gradient, self.gradient.sum(dim=0, keepdim=True)]
""",
    ),
    (
        "hw4-matmul/add-bias",
        "`total` is a view of row 0 of the gradient, and += changes it in place: the sum for "
        "b is right, but the gradient that goes to the matrix is spoilt.",
        "bias-adds-into-the-first-row",
        """
class AddBias(ComputationNode):
    def forward(self):
        self.result = self.input(0) + self.input(1)

    def backward(self):
        G = self.gradient
        total = G[0]
        for row in G[1:]:
            total += row
        return [G, total]
""",
    ),
    (
        "hw4-matmul/add-bias",
        "The axis is found by its length; if the matrix is square, index finds axis 0 first, "
        "and the sum runs over the columns instead of the rows.",
        "bias-axis-by-length",
        """
class AddBias(ComputationNode):
    def forward(self):
        self.result = self.input(0) + self.input(1)

    def backward(self):
        G, b = self.gradient, self.input(1)
        keep = list(G.shape).index(len(b))  # the axis that belongs to b
        return [G, G.sum(1 - keep)]
""",
    ),
    (
        "hw4-matmul/add-bias",
        "",
        "",
        """
class AddBias(ComputationNode):
    def forward(self):
        matrix, vector = map(self.input, (0, 1))
        self.result = matrix + vector.unsqueeze(0).expand_as(matrix)

    def backward(self):
        ones = self.gradient.new_ones(self.gradient.shape[0])
        return [self.gradient, ones @ self.gradient]
""",
    ),
    (
        "hw4-matmul/add-bias",
        "The two gradients are right, but in the wrong places of the list: the matrix gets "
        "that of the bias.",
        "finding",
        """
class AddBias(ComputationNode):
    def forward(self):
        self.result = self.input(0) + self.input(1)

    def backward(self):
        dZ = self.gradient
        db = torch.stack([column.sum() for column in self.gradient.T])
        return [db, dZ]
""",
    ),
    (
        "hw4-matmul/add",
        "+= works in place, so forward writes the sum into the tensor of its first input, and"
        " everything else that uses that input reads the sum.",
        "add-writes-into-its-input",
        """
class Add(ComputationNode):
    def forward(self):
        total = self.input(0)
        total += self.input(1)
        self.result = total

    def backward(self):
        return [self.gradient, self.gradient]
""",
    ),
    (
        "hw4-matmul/add",
        "Half finished: backward sums the gradient to one number for each input, so it has "
        "not the shape of the input.",
        "finding",
        """
class Add(ComputationNode):
    def forward(self):
        self.result = self.input(0) + self.input(1)

    def backward(self):
        # TODO shapes? worked with numbers
        g = self.gradient.sum()
        return [g, g]
""",
    ),
    (
        "hw4-matmul/engine",
        "The shares are added in place (+=): a Copy or an Add hands on its own gradient "
        "tensor, so adding at one node changes the gradients of others.",
        "adds-in-place",
        """
def forward_algorithm(graph):
    for node in graph.sorted_nodes():
        node.forward()
    return graph


def backward_algorithm(graph, one=1.0):
    nodes = graph.sorted_nodes()
    for node in nodes:
        node.gradient = None
    graph.gradient = one
    for node in nodes[::-1]:
        for inp, share in zip(node.input_nodes, node.backward()):
            if inp.gradient is None:
                inp.gradient = share
            else:
                inp.gradient += share
    return graph
""",
    ),
    (
        "hw4-matmul/engine",
        "`if child.gradient` asks a whole tensor whether it is true, which raises an error as"
        " soon as a second share arrives at a matrix.",
        "asks-whether-a-tensor-is-true",
        """
def forward_algorithm(graph):
    nodes = graph.sorted_nodes()
    while nodes:
        nodes.pop(0).forward()
    return graph


def backward_algorithm(graph, one=1.0):
    nodes = graph.sorted_nodes()
    for n in nodes:
        n.gradient = None
    graph.gradient = one
    while nodes:
        parent = nodes.pop()
        for child, g in zip(parent.input_nodes, parent.backward()):
            child.gradient = child.gradient + g if child.gradient else g
    return graph
""",
    ),
    (
        "hw4-matmul/engine",
        "",  # the outsider says that it does not sum to the shape of what was broadcast; nothing is
        "",
        """
def forward_algorithm(graph):
    for node in graph.sorted_nodes():
        node.forward()
    return graph


def backward_algorithm(graph, one=1.0):
    total = {graph: one}
    for node in graph.sorted_nodes()[::-1]:
        node.gradient = total[node]
        for inp, g in zip(node.input_nodes, node.backward()):
            total[inp] = total[inp] + g if inp in total else g
    return graph
""",
    ),
    (
        "hw4-matmul/loss-by-hand",
        "The loss was not differentiated: minus the squared differences stand there, instead "
        "of -2 times the differences.",
        "finding",
        """
loss_entries = {
    "dC_00": -((1 - 5) ** 2),
    "dC_01": -((3 - 0) ** 2),
}
""",
    ),
    (
        "hw4-matmul/wrong-engines",
        "A @ S does not exist: A is 2 x 3 and S is 2 x 2.",
        "finding",
        """
matrix_tests = {
    "first": ("A @ S + s", 1),
    "second": ("A @ B + b", [[1, 2, 3, 4], [5, 6, 7, 8]]),
    "third": ("S @ S", 1, 2),
}
""",
    ),
    (
        "hw6-memory/relu",
        "ReLU was applied to the upstream gradient: negative gradients are cut, and the sign "
        "of the input plays no part.",
        "relu-masks-by-upstream",
        """
class Relu(ComputationNode):
    def forward(self):
        self.result = torch.relu(self.input(0))

    def backward(self):
        return [torch.relu(self.gradient)]
""",
    ),
    (
        "hw6-memory/relu",
        "The mask is made in __init__, when nothing has been computed yet: the input has no "
        "result, and an error is raised.",
        "error",
        """
class Relu(ComputationNode):
    def __init__(self, x, name=None):
        super().__init__(x, name=name)
        self.mask = self.input(0) > 0

    def forward(self):
        self.result = self.input(0) * self.mask

    def backward(self):
        return [self.gradient * self.mask]
""",
    ),
    (
        "hw6-memory/relu",
        "The gradients are right, but the mask is stored as numbers, 8 bytes for each entry "
        "instead of the one byte that was asked for.",
        "relu-mask-of-floats",
        """
class Relu(ComputationNode):
    def forward(self):
        x = self.input(0)
        self.mask = (x > 0).to(x.dtype)
        self.result = x * self.mask

    def backward(self):
        return [self.mask * self.gradient]
""",
    ),
    (
        "hw6-memory/sigmoid",
        "A bracket is missing: self.gradient * s * 1 - s is not the gradient times s (1 - s).",
        "finding",
        """
class Sigmoid(ComputationNode):
    def forward(self):
        self.result = 1 / (1 + torch.exp(-self.input(0)))

    def backward(self):
        s = self.output()
        return [self.gradient * s * 1 - s]
""",
    ),
    (
        "hw6-memory/sigmoid",
        "s *= 1 - s overwrites the node's own result in place: the first backward is right, "
        "but after it the result is wrong, and so is a second backward.",
        "finding",
        """
class Sigmoid(ComputationNode):
    def forward(self):
        self.result = self.input(0).sigmoid()

    def backward(self):
        s = self.output()
        s *= 1 - s
        return [self.gradient * s]
""",
    ),
    (
        "hw6-memory/sigmoid",
        "It takes the sigmoid of the output once more, so the slope is computed at s instead "
        "of at z.",
        "sigmoid-applied-twice",
        """
def sig(t):
    return 1 / (1 + (-t).exp())


def sig_slope(t):
    return sig(t) * (1 - sig(t))


class Sigmoid(ComputationNode):
    def forward(self):
        self.result = sig(self.input(0))

    def backward(self):
        return [self.gradient * sig_slope(self.output())]
""",
    ),
    (
        "hw6-memory/sigmoid",
        "e^z / (1 + e^z) overflows for large z: inf / inf is nan, where the result is 1 and "
        "the gradient 0.",
        "finding",
        """
class Sigmoid(ComputationNode):
    def forward(self):
        e = self.input(0).exp()
        self.result = e / (1 + e)

    def backward(self):
        p = self.result
        return [p * (1 - p) * self.gradient]
""",
    ),
    (
        "hw6-memory/slopes",
        "The ten slopes were added (10 times 1/4) instead of multiplied.",
        "ten-layers-added",
        """
slopes = {
    "slope": "s * (1 - s)",
    "steepest": 0.25,
    "ten_layers": 10 * 0.25,
}
""",
    ),
    (
        "hw6-memory/softmax-by-hand",
        "Only the diagonal of the Jacobian was used, as if each p_i depended on its own z_i alone.",
        "jacobian-of-a-diagonal softmax-hand-diagonal",
        """
softmax_by_hand = {
    "dz1": 2 * 0.5 * 0.5,
    "dz2": 0,
    "dz3": -1 * 0.2 * 0.8,
    "same": 0.25,
    "entries": "q",
}
""",
    ),
    (
        "hw6-memory/softmax",
        "The sum of G p is missing its keepdim, so it becomes a row and not a column: an "
        "error, or with a square matrix wrong numbers.",
        "error",
        """
class Softmax(ComputationNode):
    def forward(self):
        e = torch.exp(self.input(0))
        self.result = e / e.sum(dim=1, keepdim=True)

    def backward(self):
        p = self.output()
        inner = (self.gradient * p).sum(dim=1)
        return [p * (self.gradient - inner)]
""",
    ),
    (
        "hw6-memory/softmax",
        "The Jacobian of the first row is used for all rows.",
        "finding",
        """
class Softmax(ComputationNode):
    def forward(self):
        self.result = self.input(0).softmax(dim=1)

    def jacobian(self):
        p = self.output()[0]
        q = len(p)
        J = torch.zeros(q, q, dtype=p.dtype)
        for i in range(q):
            for j in range(q):
                J[i, j] = p[i] * (1 - p[i]) if i == j else -p[i] * p[j]
        return J

    def backward(self):
        return [self.gradient @ self.jacobian()]
""",
    ),
    (
        "hw6-memory/softmax",
        "p and G have changed places: G - p sum(G) is the gradient of the logarithm of softmax.",
        "numbers",
        """
class Softmax(ComputationNode):
    def forward(self):
        z = self.input(0)
        z = z - z.max(dim=1, keepdim=True).values
        self.result = z.exp() / z.exp().sum(dim=1, keepdim=True)

    def backward(self):
        G, p = self.gradient, self.output()
        return [G - p * G.sum(dim=1, keepdim=True)]
""",
    ),
    (
        "hw6-memory/softmax",
        "In backward the sum runs over the whole matrix and not over each row, so the rows "
        "get mixed; with a single row it is right.",
        "softmax-sum-of-everything",
        """
class Softmax(ComputationNode):
    def forward(self):
        rows = [row.exp() / row.exp().sum() for row in self.input(0)]
        self.result = torch.stack(rows)

    def backward(self):
        p = self.result
        weighted = self.gradient * p
        return [weighted - weighted.sum() * p]
""",
    ),
    (
        "hw6-memory/max-pool",
        "unflatten(1, (3, -1)) takes every fourth entry together instead of three neighbours;"
        " the shape of the result is right all the same.",
        "numbers",
        """
class MaxPool(ComputationNode):
    def forward(self):
        windows = self.input(0).unflatten(1, (3, -1))
        self.winner = windows.argmax(dim=1, keepdim=True)
        self.result = windows.gather(1, self.winner).squeeze(1)

    def backward(self):
        G = self.gradient.unsqueeze(1)
        zeros = self.gradient.new_zeros(G.shape[0], 3, G.shape[2])
        return [zeros.scatter(1, self.winner, G).flatten(1)]
""",
    ),
    (
        "hw6-memory/max-pool",
        "The numbers 2 and 4 of the example are written into the code, so any other number of"
        " rows or windows fails.",
        "error",
        """
class MaxPool(ComputationNode):
    def forward(self):
        w = self.input(0).reshape(2, 4, 3)
        self.places = w.argmax(dim=2, keepdim=True)
        self.result = w.gather(2, self.places).reshape(2, 4)

    def backward(self):
        G = self.gradient
        out = G.new_zeros(2, 4, 3).scatter(2, self.places, G.reshape(2, 4, 1))
        return [out.reshape(2, 12)]
""",
    ),
    (
        "hw6-memory/max-pool",
        ">= lets a later entry win a tie: the last of the largest gets the gradient and not "
        "the first.",
        "pool-last-wins",
        """
class MaxPool(ComputationNode):
    def forward(self):
        x = self.input(0)
        rows, columns = x.shape
        self.win = torch.zeros(rows, columns // 3, dtype=torch.long)
        self.result = x.new_zeros(rows, columns // 3)
        for i in range(rows):
            for w in range(columns // 3):
                best = 0
                for k in (1, 2):
                    if x[i, 3 * w + k] >= x[i, 3 * w + best]:
                        best = k
                self.win[i, w] = best
                self.result[i, w] = x[i, 3 * w + best]

    def backward(self):
        rows, windows = self.win.shape
        down = self.gradient.new_zeros(rows, 3 * windows)
        for i in range(rows):
            for w in range(windows):
                down[i, 3 * w + self.win[i, w]] = self.gradient[i, w]
        return [down]
""",
    ),
    (
        "hw6-memory/max-pool",
        "",
        "",
        """
class MaxPool(ComputationNode):
    def forward(self):
        x = self.input(0)
        windows = x.reshape(len(x), -1, 3)
        self.first_best = windows.argmax(dim=-1)
        self.result = windows.amax(dim=-1)

    def backward(self):
        chosen = torch.nn.functional.one_hot(self.first_best, num_classes=3)
        G = self.gradient
        return [(chosen * G[:, :, None]).reshape(len(G), -1)]
""",
    ),
    (
        "hw6-memory/in-place-numbers",
        "1 was added to the gradient instead of to the result that backward reads; and the "
        "mask was thought to change with the result.",
        "masked-is-zero",
        """
in_place_numbers = {
    "right": "1/4",
    "changed": "5/4",
    "masked": 0,
}
""",
    ),
    (
        "hw6-memory/detach",
        "It returns an empty list, as a leaf does, so the input gets no gradient at all "
        "instead of zeros.",
        "finding",
        """
class Detach(ComputationNode):
    def forward(self):
        self.result = self.input(0)

    def backward(self):
        return []  # nothing is passed on
""",
    ),
    (
        "hw6-memory/detach",
        "forward takes the input out of input_nodes for good, so the node has nothing to read"
        " at the next forward pass, and its input is no longer in the graph.",
        "finding",
        """
class Detach(ComputationNode):
    def forward(self):
        self.result = self.input(0)
        self.input_nodes = []  # no history

    def backward(self):
        return [0 * self.gradient]
""",
    ),
    (
        "hw6-memory/frozen",
        "In b the frozen W2 is thought to block the way to W1, too; the gradient passes "
        "through that product all the same.",
        "finding",
        """
frozen = {
    "a": "W2",
    "b": "neither",
    "c": "neither",
    "d": "both",
}
""",
    ),
    (
        "hw6-memory/baseline",
        "through has only the share that comes by v (the product rule stops half-way), and in"
        " detached one of the two minus signs is lost.",
        "baseline-guess-only baseline-sign",
        """
baseline = {
    "through": 1.5 * (-0.5 * 2),
    "detached": -0.5 * (5 - 3),
}
""",
    ),
    (
        "hw6-memory/second",
        "s - s^2 was differentiated with respect to s and not z, so the inner derivative s (1"
        " - s) is missing; and the slope 1 of ReLU was given for its second derivative.",
        "second-relu-first second-sigmoid-outer-only",
        """
curvature = {
    "values": "2 * m",
    "sigmoid": "1 - 2 * s",
    "relu": 1,
}
""",
    ),
    (
        "hw6-memory/checkpoint",
        "backward runs the layers forward again from the node's output, where it has to start"
        " from the input.",
        "checkpoint-starts-from-its-result",
        """
class Checkpoint(ComputationNode):
    def __init__(self, x, layers, name=None):
        super().__init__(x, name=name)
        self.layers = layers

    def forward(self):
        self.result = Chain(self.layers).forward(self.input(0))

    def backward(self):
        chain = Chain(self.layers)
        chain.forward(self.output())
        return [chain.backward(self.gradient)]
""",
    ),
    (
        "hw6-memory/checkpoint",
        "The layers are turned round for the backward pass, but a chain goes backward in "
        "reverse order by itself.",
        "numbers",
        """
class Checkpoint(ComputationNode):
    def __init__(self, x, layers, name=None):
        super().__init__(x, name=name)
        self.layers = layers

    def run(self, layers):
        chain = Chain(layers)
        return chain, chain.forward(self.input(0))

    def forward(self):
        _, self.result = self.run(self.layers)

    def backward(self):
        chain, _ = self.run(self.layers[::-1])
        return [chain.backward(self.gradient)]
""",
    ),
    (
        "hw6-memory/checkpoint",
        "The chain is made in __init__ and kept: all values between stay in memory, and after"
        " one backward it is empty, so a second backward without a forward fails.",
        "checkpoint-keeps-the-chain",
        """
class Checkpoint(ComputationNode):
    def __init__(self, x, layers, name=None):
        super().__init__(x, name=name)
        self.layers = layers
        self.chain = Chain(layers)

    def forward(self):
        self.result = self.chain.forward(self.input(0))

    def backward(self):
        return [self.chain.backward(self.gradient)]
""",
    ),
    (
        "hw6-memory/tradeoff",
        "The inputs of the checkpoints are not counted in kept, only the layers of one of "
        "them, so the best c seems to be m.",
        "best-all tradeoff-one-segment-only",
        """
tradeoff = {
    "kept": "m / c",
    "extra": "m",
    "best": "m",
    "least": 1,
}
""",
    ),
    (
        "hw6-memory/slopes",
        "",
        "",
        """
slopes = dict(
    slope="s - s^2",
    steepest=2**-2,
    ten_layers=2**-20,
)
""",
    ),
    (
        "hw2-tanh/engine",
        "The backward pass visits the nodes breadth first from the output, so a node at the "
        "end of a short and of a long path passes its gradient on before all its shares have "
        "arrived.",
        "breadth-first",
        """
from collections import deque


def forward_algorithm(graph):
    for node in graph.sorted_nodes():
        node.forward()
    return graph


def backward_algorithm(graph, one=1.0):
    for node in graph.sorted_nodes():
        node.gradient = None
    graph.gradient = one
    queue = deque([graph])
    seen = {graph}
    while queue:
        node = queue.popleft()
        grads = node.backward()
        for child, grad in zip(node.input_nodes, grads):
            child.accumulate_gradient(grad)
            if child not in seen:
                seen.add(child)
                queue.append(child)
    return graph
""",
    ),
    (
        "hw2-tanh/engine",
        "Only the leaves forget their old gradients, like zero_grad() in PyTorch; the nodes "
        "between keep theirs, and a second call sends on old and new together.",
        "forgets-leaves-only",
        """
def forward_algorithm(graph):
    [node.forward() for node in graph.sorted_nodes()]
    return graph


def zero_grad(graph):
    # the parameters are the leaves
    for node in graph.sorted_nodes():
        if len(node.input_nodes) == 0:
            node.gradient = None


def backward_algorithm(graph, one=1.0):
    zero_grad(graph)
    graph.gradient = one
    for node in graph.sorted_nodes()[::-1]:
        downstream = node.backward()
        for i in range(len(downstream)):
            node.input_nodes[i].accumulate_gradient(downstream[i])
    return graph
""",
    ),
    (
        "hw2-tanh/engine",
        "The shares are put into a dictionary with the input node as the key, so if a node is"
        " both inputs of another, as in Mean(u, u), one of its two shares is lost.",
        "each-input-once",
        """
def forward_algorithm(graph):
    for node in graph.sorted_nodes():
        node.forward()
    return graph


def backward_algorithm(graph, one=1.0):
    nodes = list(reversed(graph.sorted_nodes()))
    for node in nodes:
        node.gradient = None
    graph.gradient = one
    for node in nodes:
        shares = dict(zip(node.input_nodes, node.backward()))
        for input_node, share in shares.items():
            input_node.accumulate_gradient(share)
    return graph
""",
    ),
    (
        "hw2-tanh/engine",
        "",
        "",
        """
def forward_algorithm(graph):
    for node in graph.sorted_nodes():
        node.forward()
    return graph


def backward_algorithm(graph, one=1.0):
    missing = {node: 0 for node in graph.sorted_nodes()}
    for node in missing:
        node.gradient = None
        for source in node.input_nodes:
            missing[source] += 1

    graph.gradient = one
    ready = [graph]
    while ready:
        node = ready.pop()
        for source, share in zip(node.input_nodes, node.backward(), strict=True):
            source.accumulate_gradient(share)
            missing[source] -= 1
            if missing[source] == 0:
                ready.append(source)
    return graph
""",
    ),
    (
        "hw2-tanh/add",
        "forward reads the attribute value of the input nodes, which only leaves have, so Add"
        " raises an AttributeError as soon as an input is itself computed, as in exp(x) + 1.",
        "error",
        """
class Add(ComputationNode):
    def forward(self):
        x, y = self.input_nodes
        self.result = x.value + y.value

    def backward(self):
        return [self.gradient, self.gradient]
""",
    ),
    (
        "hw2-tanh/add",
        "backward already adds the shares to the inputs itself, and then also returns them, "
        "so that the engine adds them a second time and everything behind an addition is "
        "doubled.",
        "finding",
        """
class Add(ComputationNode):
    def forward(self):
        self.result = self.input(0) + self.input(1)

    def backward(self):
        grads = []
        for node in self.input_nodes:
            node.accumulate_gradient(self.gradient)  # gradients add up at forks
            grads.append(self.gradient)
        return grads
""",
    ),
    (
        "hw2-tanh/mul",
        "The product rule is taken as one sum: both inputs get (x + y) times the upstream "
        "gradient instead of each input getting the value of the other one.",
        "mul-product-rule-sum",
        """
class Mul(ComputationNode):
    def forward(self):
        self.result = self.input(0) * self.input(1)

    def backward(self):
        # product rule: (uv)' = u'v + uv'
        u = self.input(0)
        v = self.input(1)
        du = 1
        dv = 1
        local = du * v + u * dv
        return [self.gradient * local, self.gradient * local]
""",
    ),
    (
        "hw2-tanh/mul",
        "The other factor is recovered by dividing the product by the input, which raises "
        "ZeroDivisionError where an input is 0.",
        "error",
        """
class Mul(ComputationNode):
    def forward(self):
        self.result = self.input(0) * self.input(1)

    def backward(self):
        z = self.output()
        return [self.gradient * z / self.input(i) for i in range(2)]
""",
    ),
    (
        "hw2-tanh/two-forks-by-hand",
        "b = a + a was counted as one arrow: the second fork is forgotten, so a gets the "
        "gradient of b passed on once instead of twice.",
        "two-forks-adds-up",
        """
two_forks = {
    "c": 1,
    "b": 2,
    "a": 2,
}
""",
    ),
    (
        "hw2-tanh/prediction",
        "The second arrival at a was thought to be blocked because a has been visited, but "
        "the engine accumulates before it asks; and the shares were added (2 per addition) "
        "where they double.",
        "prediction-linear prediction-stops-early",
        """
prediction = {
    "b": 2.0,
    "a": 1.0,
    "shares": 2 * 10,
}
""",
    ),
    (
        "hw2-tanh/order",
        "p is processed after s but before t, although t also uses p, so a share of p is "
        "still to come.",
        "finding",
        """
order = ["z", "s", "r", "m", "p", "t", "q", "n", "x"]
""",
    ),
    (
        "hw3-polynomial/engine",
        "The argument one is ignored: the backward pass always starts with ones of the shape "
        "of the result, so any other upstream gradient is lost.",
        "starts-with-ones",
        """
def forward_algorithm(graph):
    for node in graph.sorted_nodes():
        node.forward()
    return graph


def backward_algorithm(graph, one=1.0):
    order = graph.sorted_nodes()
    for node in order:
        node.gradient = None
    # has to be a tensor now
    graph.gradient = torch.ones_like(torch.as_tensor(graph.result))
    for node in reversed(order):
        for child, grad in zip(node.input_nodes, node.backward()):
            child.accumulate_gradient(grad)
    return graph
""",
    ),
    (
        "hw3-polynomial/engine",
        "The second and later shares are added in place with +=, but the tensor may be shared"
        " with another node that passed it on unchanged (Copy, Add), whose gradient is "
        "changed as well.",
        "finding",
        """
def forward_algorithm(graph):
    for node in graph.sorted_nodes():
        node.forward()
    return graph


def backward_algorithm(graph, one=1.0):
    order = graph.sorted_nodes()
    for node in order:
        node.gradient = None
    graph.gradient = one
    for node in order[::-1]:
        downstream = node.backward()
        for child, d in zip(node.input_nodes, downstream):
            if child.gradient is None:
                child.accumulate_gradient(d)
            else:
                child.gradient += d.sum_to_size(child.shape)
    return graph
""",
    ),
    (
        "hw3-polynomial/engine",
        "",
        "",
        """
def forward_algorithm(graph):
    for node in graph.sorted_nodes():
        node.forward()
    return graph


def backward_algorithm(graph, one=1.0):
    order = graph.sorted_nodes()
    inbox = {node: [] for node in order}
    while order:
        node = order.pop()
        node.gradient = one if node is graph else None
        for share in inbox.pop(node):
            node.accumulate_gradient(share)
        for k, share in enumerate(node.backward()):
            inbox[node.input_nodes[k]].append(share)
    return graph
""",
    ),
    (
        "hw3-polynomial/add",
        "torch.ones_like takes only tensors: the node raises a TypeError where an input is a "
        "plain number, as the 5 in the polynomial, and inside build_graph(), where inputs are"
        " nodes.",
        "add-calls-ones-like",
        """
class Add(ComputationNode):
    def forward(self):
        self.result = self.input(0) + self.input(1)

    def backward(self):
        ones_x = torch.ones_like(self.input(0))
        ones_y = torch.ones_like(self.input(1))
        return [self.gradient * ones_x, self.gradient * ones_y]
""",
    ),
    (
        "hw3-polynomial/mul",
        "backward reads input_nodes[i].result, which is a value even inside build_graph(), so"
        " the first derivative is right but in the second one the factors count as constants "
        "and terms are lost.",
        "mul-reads-results mul-saves-inputs",
        """
class Mul(ComputationNode):
    def forward(self):
        self.result = self.input_nodes[0].result * self.input_nodes[1].result

    def backward(self):
        x = self.input_nodes[0].result
        y = self.input_nodes[1].result
        return [self.gradient * y, self.gradient * x]
""",
    ),
    (
        "hw3-polynomial/mul",
        "forward multiplies in place, so the tensor of the first input itself becomes the "
        "product, and backward (and every other consumer of it) reads the wrong value.",
        "mul-writes-into-its-input",
        """
class Mul(ComputationNode):
    def forward(self):
        self.result = self.input(0)
        self.result *= self.input(1)

    def backward(self):
        x, y = self.input(0), self.input(1)
        return [y * self.gradient, x * self.gradient]
""",
    ),
    (
        "hw3-polynomial/mul",
        "Only the local gradients are returned; they are not multiplied by the upstream "
        "gradient, so the chain is cut here.",
        "mul-forgets-upstream",
        """
class Mul(ComputationNode):
    def forward(self):
        x = self.input(0)
        y = self.input(1)
        self.result = x * y

    def backward(self):
        dz_dx = self.input(1)
        dz_dy = self.input(0)
        return [dz_dx, dz_dy]
""",
    ),
    (
        "hw3-polynomial/mul",
        "`@` is the matrix product, and for two vectors one number; this node should multiply"
        " entry by entry.",
        "mul-dot-product",
        """
class Mul(ComputationNode):
    def forward(self):
        self.result = self.input(0) @ self.input(1)

    def backward(self):
        return [self.gradient * self.input(1), self.gradient * self.input(0)]
""",
    ),
    (
        "hw3-polynomial/polynomial-formula",
        "In the term -4x the x was left standing: its derivative is the constant -4, not -4x.",
        "numbers",
        """
dy_dx = "4 x^3 - 6 x^2 + 6 x - 4 x"
""",
    ),
    (
        "hw3-polynomial/lowest",
        "The place is right, but y is the value of the derivative there (0), not the value of"
        " the polynomial (3).",
        "lowest-derivative",
        """
lowest = {
    "x": 1.0,
    "y": 0.0,
}
""",
    ),
    (
        "hw3-polynomial/weights",
        "Every x_i was given the sum of all upstream gradients, 2 x_i times 1110, although "
        "y_j depends on x_j alone, so that only v_i counts.",
        "finding",
        """
weights = {
    "g0": 2 * 3 * (10 + 100 + 1000),
    "g1": 2 * 4 * (10 + 100 + 1000),
    "g2": 2 * 5 * (10 + 100 + 1000),
}
""",
    ),
    (
        "hw5-mlp/network",
        "The penalty is twice too large: lam times the sum of both norms, where it should be "
        "lam / 2 times the sum (or lam times the mean).",
        "penalty-without-half",
        """
network = {
    "z": "x @ W1",
    "h": "tanh(z)",
    "o": "h @ W2",
    "L": "SquaredLoss(o, y)",
    "s": "lam * (SquaredNorm(W1) + SquaredNorm(W2))",
    "J": "L + s",
}
""",
    ),
    (
        "hw5-mlp/batch-gradients",
        "Two slips: the derivative of tanh is written with Z in place of H, and the gradient "
        "of b is divided by n once more although the 1/n is already in dJ_dZ.",
        "batch-tanh-of-z bias-gradient-averaged",
        """
batch_gradients = {
    "dJ_dO": "(sigmoid(O) - Y) / n",
    "dJ_dW2": "H.T @ dJ_dO + lam * W2",
    "dJ_dH": "dJ_dO @ W2.T",
    "dJ_dZ": "dJ_dH * (1 - Z**2)",
    "dJ_db": "ColumnSums(dJ_dZ) / n",
    "dJ_dW1": "X.T @ dJ_dZ + lam * W1",
}
""",
    ),
    (
        "hw5-mlp/tanh",
        "self.output() is already the tanh of the input, and backward applies tanh to it again.",
        "finding",
        """
class Tanh(ComputationNode):
    def forward(self):
        self.result = self.input(0).tanh()

    def backward(self):
        h = self.output()
        dtanh = 1 - h.tanh() ** 2
        return [self.gradient * dtanh]
""",
    ),
    (
        "hw5-mlp/squared-norm",
        "The sum over x @ x.T adds up the products of all pairs of rows, not only of each row"
        " with itself, so the result is right only for a matrix of one row.",
        "finding",
        """
class SquaredNorm(ComputationNode):
    def forward(self):
        W = self.input(0)
        self.result = (W @ W.T).sum()

    def backward(self):
        W = self.input(0)
        return [2 * W * self.gradient]
""",
    ),
    (
        "hw5-mlp/logistic-loss",
        "The labels are flattened to (n,), so with outputs of shape (n, 1) every product and "
        "difference broadcasts to an n by n matrix, without any error message.",
        "finding",
        """
class LogisticLoss(ComputationNode):
    def forward(self):
        o = self.input(0)
        y = self.input(1).flatten()
        self.result = ((1 + o.exp()).log() - y * o).mean()

    def backward(self):
        o = self.input(0)
        y = self.input(1).flatten()
        n = o.numel()
        d_o = (o.sigmoid() - y) / n * self.gradient
        d_y = -o / n * self.gradient
        return [d_o, d_y]
""",
    ),
    (
        "hw5-mlp/logistic-loss",
        "Two slips: backward forgets the 1/n of the mean, and the labels get zeros although "
        "the loss depends on them by -o/n.",
        "finding",
        """
class LogisticLoss(ComputationNode):
    def forward(self):
        o, y = self.input(0), self.input(1)
        self.result = torch.mean(torch.log(1 + torch.exp(o)) - y * o)

    def backward(self):
        o, y = self.input(0), self.input(1)
        grad_o = (torch.sigmoid(o) - y) * self.gradient
        grad_y = torch.zeros_like(y)  # labels are data, no gradient needed
        return [grad_o, grad_y]
""",
    ),
    (
        "hw5-mlp/logistic-loss",
        "",
        "",
        """
class LogisticLoss(ComputationNode):
    def forward(self):
        o, y = self.input(0), self.input(1)
        self.small = torch.exp(-o.abs())  # never larger than 1
        loss = torch.clamp(o, min=0) + torch.log1p(self.small) - y * o
        self.result = loss.sum() / loss.numel()

    def backward(self):
        o, y = self.input(0), self.input(1)
        share = self.gradient / o.numel()
        p = torch.where(o >= 0, 1.0, self.small) / (1 + self.small)
        return [share * (p - y), -share * o]
""",
    ),
    (
        "hw5-mlp/engine",
        "The line `return graph` stands inside the loop, so the backward pass ends after the "
        "output node and everything further down has no gradient.",
        "return-inside-the-loop",
        """
def forward_algorithm(graph):
    for node in graph.sorted_nodes():
        node.forward()
    return graph


def backward_algorithm(graph, one=1.0):
    nodes = graph.sorted_nodes()
    for node in nodes:
        node.gradient = None
    graph.gradient = one
    for node in nodes[::-1]:
        for input_node, gradient in zip(node.input_nodes, node.backward()):
            input_node.accumulate_gradient(gradient)
        return graph
""",
    ),
    (
        "hw5-mlp/engine",
        "",
        "",
        """
def forward_algorithm(graph):
    nodes = graph.sorted_nodes()
    i = 0
    while i < len(nodes):
        nodes[i].forward()
        i += 1
    return graph


def backward_algorithm(graph, one=1.0):
    nodes = graph.sorted_nodes()
    nodes[-1].gradient = one
    for i in range(len(nodes) - 1):
        nodes[i].gradient = None
    for i in range(len(nodes) - 1, 0, -1):
        downstream = nodes[i].backward()
        for j in range(len(downstream)):
            nodes[i].input_nodes[j].accumulate_gradient(downstream[j])
    return graph
""",
    ),
    (
        "hw5-mlp/arithmetic",
        "In Matmul the upstream gradient is transposed in place of the input: for B it should"
        " be A.T @ G, and G.T @ A is the transpose of that, of the wrong shape unless B is "
        "square.",
        "finding",
        """
class Add(ComputationNode):
    def forward(self):
        self.result = self.input(0) + self.input(1)

    def backward(self):
        return [self.gradient, self.gradient]


class Mul(ComputationNode):
    def forward(self):
        self.result = self.input(0) * self.input(1)

    def backward(self):
        return [self.gradient * self.input(1), self.gradient * self.input(0)]


class Matmul(ComputationNode):
    def forward(self):
        self.result = self.input(0) @ self.input(1)

    def backward(self):
        A, B = self.input(0), self.input(1)
        G = self.gradient
        return [G @ B.T, G.T @ A]
""",
    ),
    (
        "hw5-mlp/arithmetic",
        "Matmul is half-finished: its second downstream gradient is None, so the weights "
        "never get one and the engine stops with an error.",
        "finding",
        """
class Add(ComputationNode):
    def forward(self):
        a, b = (self.input(i) for i in range(2))
        self.result = a + b

    def backward(self):
        return [self.gradient] * 2


class Mul(ComputationNode):
    def forward(self):
        a, b = (self.input(i) for i in range(2))
        self.result = a * b

    def backward(self):
        a, b = (self.input(i) for i in range(2))
        return [self.gradient * b, self.gradient * a]


class Matmul(ComputationNode):
    def forward(self):
        a, b = (self.input(i) for i in range(2))
        self.result = a @ b

    def backward(self):
        a, b = (self.input(i) for i in range(2))
        da = self.gradient @ b.T
        db = None  # TODO
        return [da, db]
""",
    ),
    (
        "hw5-mlp/minibatches",
        "One list too many: if the length is a multiple of size, the last list is empty.",
        "finding",
        """
def minibatches(order, size):
    number = len(order) // size + 1
    return [order[i * size : (i + 1) * size] for i in range(number)]
""",
    ),
    (
        "hw5-mlp/sgd-step",
        "Parameters and gradients are paired by their place in the two dictionaries, not by "
        "their names, so a parameter gets another one's gradient if the orders differ.",
        "numbers",
        """
def sgd_step(parameters, gradients, rate):
    new = {}
    for (name, value), grad in zip(parameters.items(), gradients.values()):
        new[name] = value - rate * grad
    return new
""",
    ),
    (
        "hw5-mlp/training",
        "sgd_step returns new parameters, but they are thrown away, as if it changed them in "
        "place like optimizer.step(), so nothing is learnt.",
        "finding",
        """
def train(parameters, X, Y, epochs, watch=None):
    for epoch in range(epochs):
        rate = 0.6 * 0.95**epoch
        order = torch.randperm(len(X)).tolist()
        for batch in minibatches(order, 32):
            grads = gradients_of(X[batch], Y[batch], parameters)
            sgd_step(parameters, grads, rate)
        if watch:
            watch(parameters)
    return parameters
""",
    ),
    (
        "hw7-cost/times",
        "The backward pass was counted as a separate walk from the loss for each of the m "
        "weights, m^2 layers in all; each upstream gradient is computed once, so it is O(m n "
        "d^2).",
        "time-each-weight-anew",
        """
times = {  # formulas in quotes, such as "O(m^2 n)"
    "T_run": "O(m n d^2)",
    "T_forward": "O(m n d^2)",
    "T_backward": "O(m^2 n d^2)",
    "T_backward_W1": "O(m n d^2)",
}
""",
    ),
    (
        "hw7-cost/times",
        "For W1 alone only the one product of layer 1 was counted, but the gradient has to "
        "pass all m layers on its way, with a product in each.",
        "time-W1-first-layer-only",
        """
times = {  # formulas in quotes, such as "O(m^2 n)"
    "T_run": "m n d^2",
    "T_forward": "m n d^2",
    "T_backward": "m n d^2",
    "T_backward_W1": "n d^2",
}
""",
    ),
    (
        "hw7-cost/memory",
        "For the gradient of W1 only, the activations of all m layers have to be kept as "
        "well, because the gradient passes every activation; n d for one layer is not enough.",
        "memory-W1-first-layer-only",
        """
space = {  # formulas in quotes, such as "O(m^2 n)"
    "M_run": "n d",
    "M_forward": "m n d",
    "M_backward": "m n d + m d^2",
    "M_backward_W1": "n d + d^2",
}
""",
    ),
    (
        "hw7-cost/memory",
        "The weights themselves were counted in inference and in the forward pass, although "
        "the exercise asks for the memory besides the weights.",
        "memory-forward-counts-gradients memory-run-counts-weights",
        """
space = {  # formulas in quotes, such as "O(m^2 n)"
    "M_run": "O(n d + m d^2)",
    "M_forward": "O(m n d + m d^2)",
    "M_backward": "O(m n d + m d^2)",
    "M_backward_W1": "O(m n d + d^2)",
}
""",
    ),
    (
        "hw7-cost/memory",
        "",
        "",
        """
space = {  # formulas in quotes, such as "O(m^2 n)"
    "M_run": "O(d n)",
    "M_forward": "d*n*m",
    "M_backward": "m*d*(n + d)",
    "M_backward_W1": "max(m n d, d^2)",
}
""",
    ),
    (
        "hw7-cost/last-layer",
        "The time is right, but the gradient of the last weight itself, d^2 numbers, is "
        "missing in the memory; it can be larger than n d.",
        "last-layer-no-gradient",
        """
last_layer = {  # formulas in quotes, such as "O(m^2 n)"
    "T_backward_last": "n d^2",
    "M_backward_last": "n d",
}
""",
    ),
    (
        "hw7-cost/fills",
        "W1 and the last weight are mixed up: it was thought that the first layer is reached "
        "early and needs little, but the gradient comes from the loss and passes all layers "
        "on its way to W1.",
        "finding",
        """
fills = {
    "no_gradients": "a",
    "all_weights": "b",
    "W1_only": "d",
    "last_W_only": "c",
    "in_4_parts": "e",
    "with_checkpoints": "f",
}
""",
    ),
    (
        "hw7-cost/orders",
        "From the input, the last product with the row of the loss, z3 x multiplications, was"
        " forgotten.",
        "orders-last-product-missing",
        """
orders = {  # formulas in quotes, such as "3 x x + 2 z1"
    "from_the_loss": "z3 z2 + z2 z1 + z1 x",
    "from_the_input": "z2 z1 x + z3 z2 x",
}
""",
    ),
    (
        "hw7-cost/outputs",
        "From the input, the factor y was put before every product, but only the last one "
        "contains the first Jacobian with its y rows.",
        "outputs-in-every-product",
        """
outputs = {  # formulas in quotes, such as "3 y y + 2 z1"
    "from_the_output": "y z3 z2 + y z2 z1 + y z1 x",
    "from_the_input": "y z2 z1 x + y z3 z2 x + y z3 x",
}
""",
    ),
    (
        "hw7-cost/sharing",
        "In the shared version the two last products were multiplied (z1 w1 b1) in place of "
        "added; W1 and b1 are two ends, not a chain.",
        "sharing-multiplied",
        """
sharing = {  # formulas in quotes, such as "3 w1 w1 + 2 z1"
    "each_alone": "2 z3 z2 + 2 z2 z1 + z1 w1 + z1 b1",
    "shared": "z3 z2 + z2 z1 + z1 w1 b1",
}
""",
    ),
    (
        "hw7-cost/deep",
        "A step was counted as a product of two d by d matrices, d^3; it is a row times a "
        "matrix, d^2.",
        "deep-cubes",
        """
deep = {  # formulas in quotes, such as "O(m^3 d)"
    "all_alone": "O(m^2 d^3)",
    "all_shared": "O(m d^3)",
}
""",
    ),
    (
        "hw8-transformer/cross-entropy-by-hand",
        "Two slips: dz2 is the derivative with respect to the probability p2, -1/p2, not to "
        "the logit z2; and moved has the 1000 in it, although adding the same number to all "
        "logits changes nothing.",
        "surprise-inverse surprise-moved",
        """
surprise = {
    "loss": "-log(0.3)",
    "dz1": 0.5,
    "dz2": "-1/0.3",
    "dz3": 0.2,
    "half": 0.25,
    "moved": "1000 - log(0.3)",
}
""",
    ),
    (
        "hw8-transformer/cross-entropy",
        "p[:, self.targets] takes the columns of all targets in every row, so 1 is subtracted"
        " at the targets of the other rows too; each row needs only its own, p[range(n), "
        "self.targets].",
        "finding",
        """
class CrossEntropy(ComputationNode):
    def __init__(self, logits, targets, name=None):
        super().__init__(logits, name=name)
        self.targets = targets  # the number of the right token of each row

    def forward(self):
        z = self.input(0)
        n = z.shape[0]
        z = z - z.max(dim=1, keepdim=True).values
        self.log_p = z - z.exp().sum(dim=1, keepdim=True).log()
        self.result = -self.log_p[range(n), self.targets].mean()

    def backward(self):
        n = len(self.targets)
        p = self.log_p.exp()
        p[:, self.targets] -= 1
        return [self.gradient * p / n]
""",
    ),
    (
        "hw8-transformer/cross-entropy",
        "The maximum of the whole matrix is subtracted in place of each row's own, so a row "
        "of much smaller logits becomes all zeros under exp, and its logarithm is -inf.",
        "cross-entropy-maximum-of-all",
        """
class CrossEntropy(ComputationNode):
    def __init__(self, logits, targets, name=None):
        super().__init__(logits, name=name)
        self.targets = targets  # the number of the right token of each row

    def log_softmax(self):
        z = self.input(0)
        z = z - z.max()
        return z - torch.log(torch.sum(torch.exp(z), dim=1, keepdim=True))

    def forward(self):
        log_p = self.log_softmax()
        losses = [-log_p[i, t] for i, t in enumerate(self.targets)]
        self.result = sum(losses) / len(losses)

    def backward(self):
        grad = self.log_softmax().exp()
        for i, t in enumerate(self.targets):
            grad[i, t] = grad[i, t] - 1
        return [grad / len(self.targets) * self.gradient]
""",
    ),
    (
        "hw8-transformer/cross-entropy",
        "backward subtracts the ones in place from the probabilities that forward has saved, "
        "without a clone, so a second backward pass subtracts them again.",
        "finding",
        """
class CrossEntropy(ComputationNode):
    def __init__(self, logits, targets, name=None):
        super().__init__(logits, name=name)
        self.targets = targets  # the number of the right token of each row

    def forward(self):
        z = self.input(0)
        m = z.max(dim=1, keepdim=True).values
        log_sum = (z - m).exp().sum(dim=1, keepdim=True).log()
        log_p = (z - m) - log_sum
        self.p = log_p.exp()
        rows = range(len(self.targets))
        self.result = -log_p[rows, self.targets].mean()

    def backward(self):
        grad = self.p
        rows = range(len(self.targets))
        grad[rows, self.targets] -= 1
        return [grad * self.gradient / len(self.targets)]
""",
    ),
    (
        "hw8-transformer/embedding",
        "one_hot makes only as many columns as the largest token that occurs needs, so the "
        "gradient has too few rows whenever the last rows of the table are not used.",
        "finding",
        """
class Embedding(ComputationNode):
    def __init__(self, table, tokens, name=None):
        super().__init__(table, name=name)
        self.tokens = tokens  # whole numbers, one for each row of the result

    def forward(self):
        self.result = self.input(0)[list(self.tokens)]

    def backward(self):
        S = torch.nn.functional.one_hot(torch.tensor(self.tokens))
        S = S.to(self.gradient.dtype)
        return [S.T @ self.gradient]
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
        self.tokens = tokens  # whole numbers, one for each row of the result

    def one_hot_rows(self):
        E = self.input(0)
        eye = torch.eye(E.shape[0], dtype=E.dtype)
        return torch.stack([eye[token] for token in self.tokens])

    def forward(self):
        self.result = self.one_hot_rows() @ self.input(0)

    def backward(self):
        return [self.one_hot_rows().T @ self.gradient]
""",
    ),
    (
        "hw8-transformer/layer-norm",
        "Epsilon is added to the standard deviation after the root, not to the variance under"
        " it, which shows for rows of small numbers.",
        "layer-norm-epsilon-outside",
        """
class LayerNorm(ComputationNode):
    def forward(self):
        x = self.input(0)
        centred = x - x.mean(dim=1, keepdim=True)
        self.s = (centred**2).mean(dim=1, keepdim=True).sqrt() + 1e-5
        self.result = centred / self.s

    def backward(self):
        G, normal = self.gradient, self.output()
        mean_G = G.mean(dim=1, keepdim=True)
        mean_Gx = (G * normal).mean(dim=1, keepdim=True)
        return [(G - mean_G - normal * mean_Gx) / self.s]
""",
    ),
    (
        "hw8-transformer/layer-norm",
        "The standard deviation is treated as a constant: the third term of the gradient, the"
        " mean of G times the normalised row, is missing.",
        "layer-norm-no-second-mean",
        """
class LayerNorm(ComputationNode):
    def forward(self):
        x = self.input(0)
        mu = x.mean(1, keepdim=True)
        self.s = torch.sqrt(((x - mu) ** 2).mean(1, keepdim=True) + 1e-5)
        self.result = (x - mu) / self.s

    def backward(self):
        dxhat = self.gradient
        dx = dxhat / self.s
        dmu = -dx.sum(1, keepdim=True)
        return [dx + dmu / dx.shape[1]]
""",
    ),
    (
        "hw8-transformer/attention",
        "The mask comes after the softmax: masked weights are set to 0, but the others were "
        "divided by a sum that still contains them, so the rows do not add up to 1.",
        "attention-mask-after-softmax",
        """
class Attention(ComputationNode):
    def __init__(self, queries, keys, values, name_of=None, name=None):
        super().__init__(queries, keys, values, name=name)
        self.name_of = name_of  # for each row the number of its name

    def same_name(self):
        name_of = torch.tensor(self.name_of or [0] * len(self.input(0)))
        return name_of[:, None] == name_of[None, :]

    def forward(self):
        Q, K, V = self.input(0), self.input(1), self.input(2)
        S = Q @ K.T / Q.shape[1] ** 0.5
        A = S.softmax(dim=1)
        self.A = A.masked_fill(~self.same_name().tril(), 0.0)
        self.result = self.A @ V

    def backward(self):
        Q, K, V = self.input(0), self.input(1), self.input(2)
        G, A = self.gradient, self.A
        dV = A.T @ G
        dA = G @ V.T
        dS = A * (dA - (A * dA).sum(dim=1, keepdim=True))
        dS = dS / Q.shape[1] ** 0.5
        return [dS @ K, dS.T @ Q, dV]
""",
    ),
    (
        "hw8-transformer/attention",
        "Two slips: the scale is taken from the width of the values, not of the queries and "
        "keys; and the gradient of the keys lacks a transpose, dS @ Q for dS.T @ Q, which the"
        " shapes do not show.",
        "attention-scale-by-width-of-values",
        """
class Attention(ComputationNode):
    def __init__(self, queries, keys, values, name_of=None, name=None):
        super().__init__(queries, keys, values, name=name)
        self.name_of = name_of  # for each row the number of its name

    def same_name(self):
        name_of = torch.tensor(self.name_of or [0] * len(self.input(0)))
        return name_of[:, None] == name_of[None, :]

    def weights(self):
        q, k, v = [self.input(i) for i in range(3)]
        T, h = v.shape
        scores = q @ k.T / math.sqrt(h)
        allowed = torch.tril(self.same_name())
        return scores.masked_fill(~allowed, -torch.inf).softmax(dim=-1)

    def forward(self):
        self.result = self.weights() @ self.input(2)

    def backward(self):
        q, k, v = [self.input(i) for i in range(3)]
        T, h = v.shape
        a = self.weights()
        da = self.gradient @ v.T
        ds = a * (da - (da * a).sum(-1, keepdim=True)) / math.sqrt(h)
        return [ds @ k, ds @ q, a.T @ self.gradient]
""",
    ),
    (
        "hw8-transformer/block",
        "The bias is added after the ReLU, not before it.",
        "block-bias-after-relu",
        """
block = {
    "u": "LayerNorm(x)",
    "a": "Attention(u @ Wq, u @ Wk, u @ Wv)",
    "r": "x + a @ Wo",
    "v": "LayerNorm(r)",
    "m": "Relu(v @ W1) + b1",
    "y": "r + m @ W2",
}
""",
    ),
    (
        "hw8-transformer/adam-step",
        "The corrected means are returned: the correction is for this step only, and the next"
        " step would correct them once more.",
        "adam-hands-on-the-corrected",
        """
def adam_step(value, gradient, mean, square, t, rate):
    mean = 0.9 * mean + 0.1 * gradient
    square = 0.999 * square + 0.001 * gradient**2
    mean = mean / (1 - 0.9**t)
    square = square / (1 - 0.999**t)
    value = value - rate * mean / (square.sqrt() + 1e-8)
    return value, mean, square
""",
    ),
    (
        "hw8-transformer/adam-step",
        "",
        "",
        """
def adam_step(value, gradient, mean, square, t, rate):
    mean = torch.lerp(mean, gradient, 0.1)
    square = torch.lerp(square, gradient.square(), 0.001)
    size = rate / (1 - math.pow(0.9, t))
    root = square.div(1 - math.pow(0.999, t)).sqrt().add(1e-8)
    return torch.addcdiv(value, mean, root, value=-size), mean, square
""",
    ),
    (
        "hw8-transformer/engine",
        "`not node.gradient` asks a whole tensor for its truth value, which raises a "
        "RuntimeError for more than one entry (and skips a node whose single gradient is 0).",
        "RuntimeError",
        """
def forward_algorithm(graph):
    for node in graph.sorted_nodes():
        node.forward()
    return graph


def backward_algorithm(graph, one=1.0):
    nodes = graph.sorted_nodes()
    for node in nodes:
        node.gradient = None
    graph.gradient = one
    for node in reversed(nodes):
        if not node.gradient:
            continue  # nothing has arrived here
        for child, grad in zip(node.input_nodes, node.backward()):
            child.accumulate_gradient(grad)
    return graph
""",
    ),
    (
        "hw8-transformer/arithmetic",
        "Relu lets PyTorch's autograd do the backward pass, which the course does not allow, "
        "and which frees its graph, so that a second backward pass raises a RuntimeError.",
        "error",
        """
class Add(ComputationNode):
    def forward(self):
        self.result = self.input(0) + self.input(1)

    def backward(self):
        return [self.gradient, self.gradient]


class Matmul(ComputationNode):
    def forward(self):
        self.result = self.input(0) @ self.input(1)

    def backward(self):
        A, B = self.input(0), self.input(1)
        return [self.gradient @ B.T, A.T @ self.gradient]


class Relu(ComputationNode):
    def forward(self):
        self.x = self.input(0).detach().requires_grad_()
        self.result = torch.relu(self.x)

    def backward(self):
        self.result.backward(self.gradient)
        return [self.x.grad]
""",
    ),
    (
        "hw8-transformer/sizes",
        "Off by one: query i looks at its own key too, so there are T (T + 1) / 2 weights, "
        "not T (T - 1) / 2.",
        "sizes-without-diagonal",
        """
sizes = {
    "parameters": "4 d h + 2 d k + k",
    "weights": "T*(T - 1) / 2",
    "kept": "3 T h + T^2",
}
""",
    ),
    (
        "hw8-transformer/attention-by-hand",
        "The softmax was differentiated like a sigmoid, each score by its own weight only (a "
        "(1 - a) times da), so the shares by way of the other weight are missing, and "
        "everything after it is wrong too.",
        "attention-hand-diagonal",
        """
attention_by_hand = {
    "a1": "3/4",
    "y": 5,
    "dv1": 1.5,
    "da1": 8,
    "ds1": "3/4 * 1/4 * 8",
    "ds2": "1/4 * 3/4 * 16",
    "dq1": 0.75,
    "dk1": 0.75,
}
""",
    ),
]
