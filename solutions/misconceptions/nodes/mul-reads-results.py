# %% [markdown] exercise=["hw3-polynomial/mul"]
# Mul reads results, so that its gradient cannot be differentiated again.
#
# `self.input_nodes[0].result` is always a value. Inside `build_graph()` the gradient has to be
# made of nodes, or the next derivative takes it for a constant. `self.input(0)` gives the right
# one of the two.

# %%
class Mul(ComputationNode):
    def forward(self):
        self.result = self.input(0) * self.input(1)

    def backward(self):
        x, y = self.input_nodes[0].result, self.input_nodes[1].result
        return [self.gradient * y, self.gradient * x]
