# %% [markdown] exercise=["hw8-transformer/cross-entropy"]
# The gradient of cross-entropy is divided by the number of logits.
#
# The mean goes over the rows, one for each example. How many rows are there, and how many entries does each
# have? With n = 3 rows of 4 logits, divide by 3.

# %%
class CrossEntropy(ComputationNode):
    def __init__(self, logits, targets, name=None):
        super().__init__(logits, name=name)
        self.targets = targets  # the number of the right token of each row

    def forward(self):
        z = self.input(0)
        z = z - z.max(dim=1, keepdim=True).values
        log_p = z - z.exp().sum(dim=1, keepdim=True).log()
        self.p = log_p.exp()
        self.result = -log_p[range(len(z)), self.targets].mean()

    def backward(self):
        difference = self.p.clone()
        difference[range(len(self.p)), self.targets] -= 1
        return [self.gradient * difference / self.p.shape[1]]
