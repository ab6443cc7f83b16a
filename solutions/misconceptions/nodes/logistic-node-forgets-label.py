# %% [markdown] exercise=["hw5-mlp/logistic-loss"]
# LogisticLoss forgets the label when it goes backward.
#
# The term `-y o` moves with `o` as well. Where the label is 1 the gradient of the output is
# negative.

# %%
class LogisticLoss(ComputationNode):
    def forward(self):
        o, y = self.input(0), self.input(1)
        self.result = (torch.log(1 + torch.exp(o)) - y * o).mean()

    def backward(self):
        o, y = self.input(0), self.input(1)
        return [self.gradient * o.sigmoid() / o.numel(), -self.gradient * o / o.numel()]
