# %% [markdown]
# All right: numbers worked out, tanh by exponentials, and a norm as a product with itself.

# %% grade_id="forward"
network_values = {
    "z": 1.0,
    "h": 0.761594156,
    "o": 2.284782468,
    "L": 0.825332995,
    "s": 0.4625,
    "J": 1.287832995,
}

# %% grade_id="gradients-in-numbers"
network_gradients = {
    "dJ_do": 1.284782468,
    "dJ_dW2": 1.278482819,
    "dJ_dh": 3.854347404,
    "dJ_dz": 1.618727013,
    "dJ_dW1": 3.287454026,
}

# %% grade_id="tanh"
class Tanh(ComputationNode):
    def forward(self):
        up, down = torch.exp(self.input(0)), torch.exp(-self.input(0))
        self.result = (up - down) / (up + down)

    def backward(self):
        return [self.gradient * (1 + self.output()) * (1 - self.output())]


# %% grade_id="squared-norm"
class SquaredNorm(ComputationNode):
    def forward(self):
        entries = self.input(0).flatten()
        self.result = entries @ entries

    def backward(self):
        return [2 * self.gradient * self.input(0)]


# %% grade_id="memory"
kept = {
    "parameters": 203264,
    "training": 33408,
    "inference": 32768,
    "total_training": 846464,
    "total_inference": 236032,
    "deep_training": 1639040,
    "deep_inference": 32768,
}
