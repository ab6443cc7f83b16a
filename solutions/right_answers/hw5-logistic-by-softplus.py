# %% [markdown] exercise=["hw5-mlp/logistic-loss"]
# LogisticLoss by softplus, with a sum divided by the number of examples.

# %%
class LogisticLoss(ComputationNode):
    def forward(self):
        o, y = self.input(0), self.input(1)
        self.n = o.shape[0]
        self.result = (torch.nn.functional.softplus(o) - o * y).sum() / self.n

    def backward(self):
        o, y = self.input(0), self.input(1)
        p = 1 / (1 + torch.exp(-o))
        return self.gradient * (p - y) / self.n, -self.gradient * o / self.n
