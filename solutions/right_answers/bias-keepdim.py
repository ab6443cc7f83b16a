# %% [markdown] exercise=["hw4-matmul/add-bias"]
# AddBias with sum(dim=0, keepdim=True) and reshape.

# %%
class AddBias(ComputationNode):
    def forward(self):
        X, b = self.input(0), self.input(1)
        self.result = X + b.reshape(1, -1)

    def backward(self):
        G = self.gradient
        return [G, G.sum(dim=0, keepdim=True).reshape(-1)]
