# %% [markdown] exercise=["hw6-memory/softmax"]
# Softmax has a 1 in place of the upstream gradient.
#
# The bracket holds G_j, the entry of the upstream gradient, minus the sum.

# %%
class Softmax(ComputationNode):
    def forward(self):
        powers = self.input(0).exp()
        self.result = powers / powers.sum(dim=1, keepdim=True)

    def backward(self):
        p, upstream = self.output(), self.gradient
        return [p * (1 - (upstream * p).sum(dim=1, keepdim=True))]
