# %% [markdown] exercise=["hw6-memory/relu", "hw8-transformer/arithmetic"]
# Relu by torch.where, with its mask.

# %%
class Relu(ComputationNode):
    def forward(self):
        x = self.input(0)
        self.passes = x > 0
        self.result = torch.where(self.passes, x, torch.zeros_like(x))

    def backward(self):
        return [torch.where(self.passes, self.gradient, 0.0)]
