# %% [markdown] exercise=["hw8-transformer/cross-entropy"]
# The logits are treated as probabilities.
#
# The input holds logits, which may be negative and do not add up to 1. A softmax turns them into
# probabilities, and it belongs in this node.

# %%
class CrossEntropy(ComputationNode):
    def __init__(self, logits, targets, name=None):
        super().__init__(logits, name=name)
        self.targets = targets  # the number of the right token of each row

    def forward(self):
        z = self.input(0)
        self.p = z
        log_p = self.p.abs().log()
        self.result = -log_p[range(len(z)), self.targets].mean()

    def backward(self):
        difference = self.p.clone()
        difference[range(len(self.p)), self.targets] -= 1
        return [self.gradient * difference / len(self.p)]
