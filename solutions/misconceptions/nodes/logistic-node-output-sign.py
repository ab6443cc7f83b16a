# %% [markdown] exercise=["hw5-mlp/logistic-loss"]
# LogisticLoss has the wrong sign for the outputs.
#
# With `y = 1`, moving the output up makes the loss smaller, so its derivative `σ(o) - y` is
# negative.

# %%
class LogisticLoss(ComputationNode):
    def forward(self):
        o, y = self.input(0), self.input(1)
        self.result = (torch.log(1 + torch.exp(o)) - y * o).mean()

    def backward(self):
        o, y = self.input(0), self.input(1)
        share = self.gradient / o.numel()
        return [share * (y - o.sigmoid()), -share * o]
