# %% [markdown] exercise=["hw8-transformer/cross-entropy"]
# The gradient flows through the maximum only once.
#
# The logit that is the maximum got an extra share. The maximum stands twice in the formula, with + and with
# -, so its two shares cancel. Treat it as a constant.

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
        difference[range(len(self.p)), self.p.argmax(dim=1)] += 1
        return [self.gradient * difference / len(self.p)]
