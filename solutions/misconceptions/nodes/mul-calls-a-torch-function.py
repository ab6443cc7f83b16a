# %% [markdown] exercise=["hw3-polynomial/mul"]
# A backward calls a function of torch, which takes tensors only.
#
# Inside build_graph() gradients and inputs are nodes, and torch does not know what to do with a
# node. The operators +, - and * work for both. Try torch.mul(Leaf(2.0), Leaf(3.0)).

# %%
class Mul(ComputationNode):
    def forward(self):
        self.result = self.input(0) * self.input(1)

    def backward(self):
        return [torch.mul(self.gradient, self.input(1)), torch.mul(self.gradient, self.input(0))]
