# %% [markdown] exercise=["hw4-matmul/matmul"]
# Matmul multiplies in the wrong order for its second input.
#
# The first gradient is right. In the second, the upstream gradient changes sides: in a_ir g_ij the
# sum runs over i, and r and then j remain. Write down the shapes (3, 4) and (2, 3) and see whether
# they fit in this order.

# %%
class Matmul(ComputationNode):
    def forward(self):
        self.result = self.input(0) @ self.input(1)

    def backward(self):
        return [self.gradient @ self.input(1).T, self.gradient @ self.input(0).T]
