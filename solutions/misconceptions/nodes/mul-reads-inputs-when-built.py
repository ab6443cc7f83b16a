# %% [markdown] exercise=["hw2-tanh/mul", "hw3-polynomial/mul"]
# Mul computes with a value that was read too early.
#
# Building a graph computes nothing. Whatever __init__ finds in the result of an input is still
# None, and it stays None when the forward pass fills in the inputs later. Print Leaf(2.0).result,
# without calling forward.

# %%
class Mul(ComputationNode):
    def __init__(self, *input_nodes, name=None):
        super().__init__(*input_nodes, name=name)
        self.x = self.input_nodes[0].result
        self.y = self.input_nodes[1].result

    def forward(self):
        self.result = self.input(0) * self.input(1)

    def backward(self):
        return [self.gradient * self.y, self.gradient * self.x]
