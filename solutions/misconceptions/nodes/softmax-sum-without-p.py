# %% [markdown] exercise=["hw6-memory/softmax"]
# Softmax adds up the upstream gradients without their weights.
#
# In the sum over a row, each G_i is multiplied by its p_i. In which order are product and sum
# taken?

# %%
class Softmax(ComputationNode):
    def forward(self):
        powers = self.input(0).exp()
        self.result = powers / powers.sum(dim=1, keepdim=True)

    def backward(self):
        p, upstream = self.output(), self.gradient
        return [p * (upstream - upstream.sum(dim=1, keepdim=True))]
