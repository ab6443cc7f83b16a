# %% [markdown] exercise=["hw6-memory/relu"]
# Relu lets the gradient pass at 0.
#
# At 0 there is a corner, and a rule is needed. The rule here, and PyTorch's, is that the gradient passes
# where the input is greater than 0. Is 0 greater than 0?

# %%
class Relu(ComputationNode):
    def forward(self):
        self.mask = self.input(0) >= 0
        self.result = self.input(0) * self.mask

    def backward(self):
        return [self.gradient * self.mask]
