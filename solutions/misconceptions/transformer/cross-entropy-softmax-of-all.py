# %% [markdown] exercise=["hw8-transformer/cross-entropy"]
# The softmax goes over the whole matrix.
#
# All rows share one sum of exponentials here. Each row is a question of its own, with probabilities that add
# up to 1: sum along dim=1.

# %%
class CrossEntropy(ComputationNode):
    def __init__(self, logits, targets, name=None):
        super().__init__(logits, name=name)
        self.targets = targets  # the number of the right token of each row

    def forward(self):
        z = self.input(0)
        z = z - z.max()
        log_p = z - z.exp().sum().log()
        self.p = log_p.exp()
        self.result = -log_p[range(len(z)), self.targets].mean()

    def backward(self):
        difference = self.p.clone()
        difference[range(len(self.p)), self.targets] -= 1
        return [self.gradient * difference / len(self.p)]
