# %% [markdown] exercise=["hw6-memory/softmax"]
# Softmax forgets to multiply by p.
#
# What you return is the bracket alone. In front of it stands p_j: an input whose probability is
# nearly 0 hardly matters.

# %%
class Softmax(ComputationNode):
    def forward(self):
        powers = self.input(0).exp()
        self.result = powers / powers.sum(dim=1, keepdim=True)

    def backward(self):
        p, upstream = self.output(), self.gradient
        return [(upstream - (upstream * p).sum(dim=1, keepdim=True))]
