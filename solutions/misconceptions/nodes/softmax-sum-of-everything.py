# %% [markdown] exercise=["hw6-memory/softmax"]
# Softmax takes one sum for all rows in backward.
#
# What happens in one row has no influence on the probabilities of another. Each row needs a sum of its
# own: dim=1 and keepdim=True.

# %%
class Softmax(ComputationNode):
    def forward(self):
        powers = self.input(0).exp()
        self.result = powers / powers.sum(dim=1, keepdim=True)

    def backward(self):
        p, upstream = self.output(), self.gradient
        return [p * (upstream - (upstream * p).sum())]
