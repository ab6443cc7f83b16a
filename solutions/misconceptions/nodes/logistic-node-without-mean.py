# %% [markdown] exercise=["hw5-mlp/logistic-loss"]
# LogisticLoss forgets the mean when it goes backward.
#
# Forward divides by the number of entries, so each entry moves the loss by only `1/n`.

# %%
class LogisticLoss(ComputationNode):
    def forward(self):
        o, y = self.input(0), self.input(1)
        self.result = (torch.log(1 + torch.exp(o)) - y * o).mean()

    def backward(self):
        o, y = self.input(0), self.input(1)
        return [self.gradient * (o.sigmoid() - y), -self.gradient * o]
