# %% [markdown] exercise=["hw6-memory/max-pool"]
# The shape of the zeros is written down in numbers.
#
# It fits one input, and the next one has other rows or more windows. Where is the number of both to be
# found? `G.new_zeros(*G.shape, 3)` asks the upstream gradient.

# %%
class MaxPool(ComputationNode):
    def forward(self):
        windows = self.input(0).unflatten(1, (-1, 3))
        self.winners = windows.argmax(dim=2, keepdim=True)
        self.result = windows.gather(2, self.winners).flatten(1)

    def backward(self):
        return [self.gradient.new_zeros(2, 4, 3).scatter(2, self.winners, self.gradient.unsqueeze(2)).flatten(1)]
