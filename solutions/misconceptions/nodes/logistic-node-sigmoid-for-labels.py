# %% [markdown] exercise=["hw5-mlp/logistic-loss"]
# LogisticLoss gives the labels the negative gradient of the outputs.
#
# That would be right for a squared difference. Here `y` occurs once, in `-y o`: what stands
# beside it?

# %%
class LogisticLoss(ComputationNode):
    def forward(self):
        o, y = self.input(0), self.input(1)
        self.result = (torch.log(1 + torch.exp(o)) - y * o).mean()

    def backward(self):
        o, y = self.input(0), self.input(1)
        share = self.gradient * (o.sigmoid() - y) / o.numel()
        return [share, -share]
