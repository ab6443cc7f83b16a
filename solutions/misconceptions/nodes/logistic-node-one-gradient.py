# %% [markdown] exercise=["hw5-mlp/logistic-loss"]
# LogisticLoss returns a gradient for the outputs only.
#
# It has two inputs, so the list needs two gradients. What does the loss do when `y` moves?

# %%
class LogisticLoss(ComputationNode):
    def forward(self):
        o, y = self.input(0), self.input(1)
        self.result = (torch.log(1 + torch.exp(o)) - y * o).mean()

    def backward(self):
        o, y = self.input(0), self.input(1)
        return [self.gradient * (o.sigmoid() - y) / o.numel()]
