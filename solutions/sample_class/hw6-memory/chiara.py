# %% [markdown] loses=["softmax-by-hand-check", "softmax-check", "softmax-kept-check", "max-pool-check"]
# The diagonal of softmax only, on paper and in code, and the last of a tie wins.

# %% grade_id="softmax-by-hand"
softmax_by_hand = {"dz1": "2*0.5*0.5", "dz2": 0, "dz3": "-0.2*0.8", "same": 0.25, "entries": "q^2"}


# %% grade_id="softmax"
class Softmax(ComputationNode):
    def forward(self):
        self.result = self.input(0).exp() / self.input(0).exp().sum(dim=1, keepdim=True)

    def backward(self):
        p = self.output()
        return [self.gradient * p * (1 - p)]


# %% grade_id="max-pool"
class MaxPool(ComputationNode):
    def forward(self):
        windows = self.input(0).unflatten(1, (-1, 3))
        self.places = 2 - windows.flip(2).argmax(dim=2, keepdim=True)
        self.result = windows.amax(dim=2)

    def backward(self):
        zeros = self.gradient.new_zeros(*self.gradient.shape, 3)
        return [zeros.scatter(2, self.places, self.gradient.unsqueeze(2)).flatten(1)]
