# %% [markdown] exercise=["hw2-tanh/add", "hw3-polynomial/add", "hw4-matmul/add"]
# Add gives the second input a minus sign.
#
# That would be the gradient of a difference. Move the second input of a sum up, and the sum
# goes up.

# %%
class Add(ComputationNode):
    def forward(self):
        self.result = self.input(0) + self.input(1)

    def backward(self):
        return [self.gradient, -self.gradient]
