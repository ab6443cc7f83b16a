# %% [markdown] exercise=["hw4-matmul/matmul"]
# Matmul multiplies in the wrong order.
#
# For matrices the order matters. In the sum over j of g_ij b_rj, which factor's last index is
# summed? That factor goes on the left.

# %%
class Matmul(ComputationNode):
    def forward(self):
        self.result = self.input(0) @ self.input(1)

    def backward(self):
        return [self.input(1).T @ self.gradient, self.gradient @ self.input(0).T]
