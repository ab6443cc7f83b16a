# %% [markdown] exercise=["hw5-mlp/logistic-loss"]
# LogisticLoss gives the labels the gradient `-y`.
#
# In `-y o` the factor beside `y` is `-o`: that is how the loss moves when `y` moves.

# %%
class LogisticLoss(ComputationNode):
    def forward(self):
        o, y = self.input(0), self.input(1)
        self.result = (torch.log(1 + torch.exp(o)) - y * o).mean()

    def backward(self):
        o, y = self.input(0), self.input(1)
        share = self.gradient / o.numel()
        return [share * (o.sigmoid() - y), -share * y]
