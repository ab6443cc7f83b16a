# %% [markdown] loses=["attention-check", "block-check", "sizes-check", "adam-step-check"]
# Keys and queries swapped in backward, no residual connection, and an Adam without its correction.

# %% grade_id="attention"
class Attention(ComputationNode):
    def __init__(self, queries, keys, values, name_of=None, name=None):
        super().__init__(queries, keys, values, name=name)
        self.name_of = name_of

    def same_name(self):
        name_of = torch.tensor(self.name_of or [0] * len(self.input(0)))
        return name_of[:, None] == name_of[None, :]

    def forward(self):
        Q, K, V = self.input(0), self.input(1), self.input(2)
        scores = Q @ K.T / Q.shape[1] ** 0.5
        self.A = scores.masked_fill(~self.same_name().tril(), -torch.inf).softmax(dim=1)
        self.result = self.A @ V

    def backward(self):
        Q, K, V = self.input(0), self.input(1), self.input(2)
        dA = self.gradient @ V.T
        dS = self.A * (dA - (self.A * dA).sum(dim=1, keepdim=True)) / Q.shape[1] ** 0.5
        return [dS.T @ Q, dS @ K, self.A.T @ self.gradient]


# %% grade_id="block"
block = {
    "u": "LayerNorm(x)",
    "a": "Attention(u @ Wq, u @ Wk, u @ Wv)",
    "r": "a @ Wo",
    "v": "LayerNorm(r)",
    "m": "Relu(v @ W1 + b1)",
    "y": "m @ W2",
}


# %% grade_id="sizes"
sizes = {"parameters": "3 d h + 2 d k + k", "weights": "T^2", "kept": "3 T h + T^2"}


# %% grade_id="adam-step"
def adam_step(value, gradient, mean, square, t, rate):
    mean = 0.9 * mean + 0.1 * gradient
    square = 0.999 * square + 0.001 * gradient**2
    return value - rate * mean / (square.sqrt() + 1e-8), mean, square
