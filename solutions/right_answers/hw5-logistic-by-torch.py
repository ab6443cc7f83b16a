# %% [markdown] exercise=["hw5-mlp/logistic-loss"]
# LogisticLoss by PyTorch's binary cross-entropy.

# %%
class LogisticLoss(ComputationNode):
    def forward(self):
        self.result = torch.nn.functional.binary_cross_entropy_with_logits(
            self.input(0), self.input(1)
        )

    def backward(self):
        o, y = self.input(0), self.input(1)
        e = o.exp()
        return [self.gradient * (e / (1 + e) - y) / y.numel(), self.gradient * -o / y.numel()]
