# %% [markdown] exercise=["hw5-mlp/logistic-loss"]
# LogisticLoss goes backward like a squared loss.
#
# The derivative of `log(1 + e^o)` is the sigmoid of `o`, not `o` itself.

# %%
class LogisticLoss(ComputationNode):
    def forward(self):
        o, y = self.input(0), self.input(1)
        self.result = (torch.log(1 + torch.exp(o)) - y * o).mean()

    def backward(self):
        o, y = self.input(0), self.input(1)
        return [self.gradient * (o - y) / o.numel(), -self.gradient * o / o.numel()]
