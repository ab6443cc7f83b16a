# %% [markdown] exercise=["hw4-matmul/matmul"]
# Matmul transposes for its first input only.
#
# In the second gradient the sum runs over i, the rows of both A and G. A matrix product needs the
# summed index at the end of its left factor. Write the shapes of the two side by side, (3, 2) and
# (3, 4), and see whether they fit.

# %%
class Matmul(ComputationNode):
    def forward(self):
        self.result = self.input(0) @ self.input(1)

    def backward(self):
        return [self.gradient @ self.input(1).T, self.input(0) @ self.gradient]
