# %% [markdown] exercise=["hw4-matmul/matmul"]
# Matmul uses the second input in both gradients.
#
# The gradient for each input needs the other one. The first is right; which input is the second to
# be multiplied by, in the sum over i of a_ir g_ij?

# %%
class Matmul(ComputationNode):
    def forward(self):
        self.result = self.input(0) @ self.input(1)

    def backward(self):
        return [self.gradient @ self.input(1).T, self.input(1).T @ self.gradient]
