# %% [markdown] exercise=["hw6-memory/max-pool"]
# MaxPool spreads the gradient evenly over the window.
#
# That is how the *mean* of a window goes backward. If a loser moves a little, does the maximum move?

# %%
class MaxPool(ComputationNode):
    def forward(self):
        windows = self.input(0).unflatten(1, (-1, 3))
        self.winners = windows.argmax(dim=2, keepdim=True)
        self.result = windows.gather(2, self.winners).flatten(1)

    def backward(self):
        return [(self.gradient / 3).repeat_interleave(3, dim=1)]
