# %% [markdown] exercise=["hw6-memory/softmax"]
# Softmax adds where it should subtract.
#
# The derivative of p_i with respect to another z_j is negative: when one becomes more probable, the others
# become less so.

# %%
class Softmax(ComputationNode):
    def forward(self):
        powers = self.input(0).exp()
        self.result = powers / powers.sum(dim=1, keepdim=True)

    def backward(self):
        p, upstream = self.output(), self.gradient
        return [p * (upstream + (upstream * p).sum(dim=1, keepdim=True))]
