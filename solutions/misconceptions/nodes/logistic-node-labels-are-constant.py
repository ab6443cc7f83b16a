# %% [markdown] exercise=["hw5-mlp/logistic-loss"]
# LogisticLoss says that the labels move nothing.
#
# Nobody will change the labels, but a node answers for each of its inputs: in `-y o` the label is
# a factor.

# %%
class LogisticLoss(ComputationNode):
    def forward(self):
        o, y = self.input(0), self.input(1)
        self.result = (torch.log(1 + torch.exp(o)) - y * o).mean()

    def backward(self):
        o, y = self.input(0), self.input(1)
        return [self.gradient * (o.sigmoid() - y) / o.numel(), torch.zeros_like(y)]
