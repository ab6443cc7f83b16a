# %% [markdown] exercise=["hw6-memory/max-pool"]
# The gradient is scattered into the windows instead of zeros.
#
# The losers keep what stood there: their values of the forward pass. What is the gradient of a loser?

# %%
class MaxPool(ComputationNode):
    def forward(self):
        windows = self.input(0).unflatten(1, (-1, 3))
        self.winners = windows.argmax(dim=2, keepdim=True)
        self.result = windows.gather(2, self.winners).flatten(1)

    def backward(self):
        windows = self.input(0).unflatten(1, (-1, 3))
        return [windows.scatter(2, self.winners, self.gradient.unsqueeze(2)).flatten(1)]
