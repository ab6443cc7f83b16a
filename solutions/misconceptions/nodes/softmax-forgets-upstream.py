# %% [markdown] exercise=["hw6-memory/softmax"]
# Softmax forgets the upstream gradient.
#
# What you return is the same for every upstream gradient. But only the upstream gradient knows how
# the loss depends on each probability.

# %%
class Softmax(ComputationNode):
    def forward(self):
        powers = self.input(0).exp()
        self.result = powers / powers.sum(dim=1, keepdim=True)

    def backward(self):
        p = self.output()
        return [p * (1 - p)]
