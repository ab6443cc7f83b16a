# %% [markdown] exercise=["hw6-memory/softmax"]
# Softmax sums along the columns in backward.
#
# The probabilities of a row belong together, so the sum of G p runs along each row: dim=1, as in forward.

# %%
class Softmax(ComputationNode):
    def forward(self):
        powers = self.input(0).exp()
        self.result = powers / powers.sum(dim=1, keepdim=True)

    def backward(self):
        p, upstream = self.output(), self.gradient
        return [p * (upstream - (upstream * p).sum(dim=0, keepdim=True))]
