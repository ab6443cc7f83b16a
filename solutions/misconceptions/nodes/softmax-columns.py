# %% [markdown] exercise=["hw6-memory/softmax"]
# Softmax makes probabilities of the columns.
#
# Each row should add up to 1, not each column. Summing along dim=1 gives one number for each row.

# %%
class Softmax(ComputationNode):
    def forward(self):
        powers = self.input(0).exp()
        self.result = powers / powers.sum(dim=0, keepdim=True)

    def backward(self):
        p, upstream = self.output(), self.gradient
        return [p * (upstream - (upstream * p).sum(dim=0, keepdim=True))]
