# %% [markdown] exercise=["hw3-polynomial/add", "hw5-mlp/arithmetic"]
# Add averages the gradient of an input that was repeated.
#
# Where a row or a number was repeated to the shape of the other input, its copies are branches of a
# fork, and their shares add up; they are not averaged. You may leave the sum to
# accumulate_gradient: return the gradient as it is.

# %%
class Add(ComputationNode):
    def forward(self):
        self.result = self.input(0) + self.input(1)

    def backward(self):
        g = self.gradient
        return [
            g if node.shape == self.shape else g.mean(0, keepdim=True) for node in self.input_nodes
        ]
