# %% [markdown] exercise=["hw2-tanh/mul", "hw3-polynomial/mul"]
# Mul multiplies by a node where a value is needed.
#
# self.input_nodes holds the nodes themselves, so the product with one of them builds a new node
# instead of computing a number. Ask the node for its value the way your forward does. Print
# type(2.0 * Leaf(3.0)) and type(2.0 * 3.0).

# %%
class Mul(ComputationNode):
    def forward(self):
        self.result = self.input(0) * self.input(1)

    def backward(self):
        return [self.gradient * self.input_nodes[1], self.gradient * self.input_nodes[0]]
