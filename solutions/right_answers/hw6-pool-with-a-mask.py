# %% [markdown] exercise=["hw6-memory/max-pool"]
# MaxPool with a mask of truth values, the first of a tie only.

# %%
class MaxPool(ComputationNode):
    def forward(self):
        windows = self.input(0).reshape(self.input(0).shape[0], -1, 3)
        places = windows.argmax(-1)
        self.mask = torch.nn.functional.one_hot(places, 3).bool()
        self.result = windows.amax(-1)

    def backward(self):
        spread = self.gradient[..., None] * self.mask
        return [spread.reshape(spread.shape[0], -1)]
