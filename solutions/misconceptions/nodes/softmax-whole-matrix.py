# %% [markdown] exercise=["hw6-memory/softmax"]
# Softmax divides by the sum of the whole matrix.
#
# Each row is turned into probabilities of its own, so each row has its own sum. `sum()` without `dim` adds
# up everything.

# %%
class Softmax(ComputationNode):
    def forward(self):
        powers = self.input(0).exp()
        self.result = powers / powers.sum()

    def backward(self):
        p, upstream = self.output(), self.gradient
        return [p * (upstream - (upstream * p).sum(dim=1, keepdim=True))]
