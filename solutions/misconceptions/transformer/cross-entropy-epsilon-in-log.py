# %% [markdown] exercise=["hw8-transformer/cross-entropy"]
# A small number is added to p before the logarithm.
#
# log(p + 1e-8) is finite, but it is another function: no surprise is larger than 18.4 any more, and small
# ones are changed a little. Compute log p from the logits, and nothing has to be added.

# %%
class CrossEntropy(ComputationNode):
    def __init__(self, logits, targets, name=None):
        super().__init__(logits, name=name)
        self.targets = targets  # the number of the right token of each row

    def forward(self):
        z = self.input(0)
        z = z - z.max(dim=1, keepdim=True).values
        self.p = z.exp() / z.exp().sum(dim=1, keepdim=True)
        log_p = (self.p + 1e-8).log()
        self.result = -log_p[range(len(z)), self.targets].mean()

    def backward(self):
        difference = self.p.clone()
        difference[range(len(self.p)), self.targets] -= 1
        return [self.gradient * difference / len(self.p)]
