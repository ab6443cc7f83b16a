# %% [markdown] exercise=["hw4-matmul/add-bias"]
# AddBias adds the rows up inside the first row of the gradient.
#
# The first row of a matrix is a part of it, not a copy: `+=` changes the matrix, and input 0 gets
# the changed one. Try t = torch.ones(2, 2), then r = t[0], then r += 5, and print t.

# %%
class AddBias(ComputationNode):
    def forward(self):
        self.result = self.input(0) + self.input(1)

    def backward(self):
        bias_gradient = self.gradient[0]
        for row in self.gradient[1:]:
            bias_gradient += row
        return [self.gradient, bias_gradient]
