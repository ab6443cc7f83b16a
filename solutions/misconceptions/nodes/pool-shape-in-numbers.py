# %% [markdown] exercise=["hw6-memory/max-pool"]
# The shape of the zeros is written into the code as numbers.
#
# It fits one input, but the next one has more or fewer rows or windows. Where can you find both
# numbers? `G.new_zeros(*G.shape, 3)` asks the upstream gradient.

# %%
class MaxPool(ComputationNode):
    def forward(self):
        windows = self.input(0).unflatten(1, (-1, 3))
        self.winners = windows.argmax(dim=2, keepdim=True)
        self.result = windows.gather(2, self.winners).flatten(1)

    def backward(self):
        return [self.gradient.new_zeros(2, 4, 3).scatter(2, self.winners, self.gradient.unsqueeze(2)).flatten(1)]
