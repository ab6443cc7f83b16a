# %% [markdown] exercise=["hw5-mlp/logistic-loss"]
# LogisticLoss forgets the mean in the gradient of the labels.
#
# Forward divides by the number of entries, and each label moves only one term of the sum: its share
# also has the factor `1/n`.

# %%
class LogisticLoss(ComputationNode):
    def forward(self):
        o, y = self.input(0), self.input(1)
        self.result = (torch.log(1 + torch.exp(o)) - y * o).mean()

    def backward(self):
        o, y = self.input(0), self.input(1)
        share = self.gradient / o.numel()
        return [share * (o.sigmoid() - y), -self.gradient * o]
