# %% [markdown] exercise=["hw2-tanh/mul", "hw3-polynomial/mul"]
# Mul gives its second input no gradient.
#
# It may be a constant in the graph that you have in mind, but the node cannot know that: in another
# graph the second input is the one that counts. Compare x * 2 with 2 * x. Both need a gradient at
# x.

# %%
class Mul(ComputationNode):
    def forward(self):
        self.result = self.input(0) * self.input(1)

    def backward(self):
        return [self.gradient * self.input(1), None]
