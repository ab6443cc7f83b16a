# %% [markdown] exercise=["hw3-polynomial/add"]
# A backward makes its local gradient with torch.ones_like, which takes tensors only.
#
# Inside build_graph() the inputs are nodes, and torch does not know what to do with a node. What
# does multiplying by ones change?

# %%
class Add(ComputationNode):
    def forward(self):
        self.result = self.input(0) + self.input(1)

    def backward(self):
        ones = torch.ones_like(self.input(0)), torch.ones_like(self.input(1))
        return [self.gradient * ones[0], self.gradient * ones[1]]
