# %% [markdown]
# All right: numbers worked out, tanh by exponentials, and a norm as a product with itself.

# %% grade_id="forward"
network_values = {
    "z": 0.5,
    "h": 0.462117157,
    "o": 1.386351472,
    "L": 0.07463372987,
    "s": 0.453125,
    "J": 0.5277587299,
}

# %% grade_id="gradients-in-numbers"
network_gradients = {
    "dJ_do": 0.3863514718,
    "dJ_dW2": 0.4785396438,
    "dJ_dh": 1.159054415,
    "dJ_dz": 0.9115357173,
    "dJ_dW1": 1.848071435,
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
