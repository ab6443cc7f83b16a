# %% [markdown] exercise=["hw5-mlp/logistic-loss"]
# LogisticLoss has the wrong sign for the labels.
#
# In `-y o` the label has the factor `-o`: where `o` is 2, moving `y` up makes the loss smaller.

# %%
class LogisticLoss(ComputationNode):
    def forward(self):
        o, y = self.input(0), self.input(1)
        self.result = (torch.log(1 + torch.exp(o)) - y * o).mean()

    def backward(self):
        o, y = self.input(0), self.input(1)
        share = self.gradient / o.numel()
        return [share * (o.sigmoid() - y), share * o]
