# %% [markdown] exercise=["hw8-transformer/cross-entropy"]
# p - y is multiplied by the softmax's local gradient once more.
#
# p - y is the gradient of the logits: softmax and logarithm are in it. A factor p (1 - p) would go
# through the softmax a second time.

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
        return [self.gradient * difference * self.p * (1 - self.p) / len(self.p)]
