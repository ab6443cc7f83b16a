# %% [markdown] exercise=["hw3-polynomial/mul"]
# Mul makes its gradient from values, so it cannot be differentiated again.
#
# What forward has saved is a value, and so is `self.input_nodes[0].result`. Inside `build_graph()`
# the gradient has to be made of nodes, or the next derivative takes it for a constant and loses a
# term. `self.input(0)`, called in backward, gives whichever of the two is right.

# %%
class Mul(ComputationNode):
    def forward(self):
        self.x, self.y = self.input(0), self.input(1)
        self.result = self.x * self.y

    def backward(self):
        return [self.gradient * self.y, self.gradient * self.x]
