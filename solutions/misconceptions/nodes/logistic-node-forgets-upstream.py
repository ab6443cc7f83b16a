# %% [markdown] exercise=["hw5-mlp/logistic-loss"]
# LogisticLoss forgets the upstream gradient.
#
# It looks like the end of the graph, but `J = L + s` comes after it, and something else could.

# %%
class LogisticLoss(ComputationNode):
    def forward(self):
        o, y = self.input(0), self.input(1)
        self.result = (torch.log(1 + torch.exp(o)) - y * o).mean()

    def backward(self):
        o, y = self.input(0), self.input(1)
        return [(o.sigmoid() - y) / o.numel(), -o / o.numel()]
