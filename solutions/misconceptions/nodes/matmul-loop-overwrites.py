# %% [markdown] exercise=["hw4-matmul/matmul"]
# Matmul's loop keeps only the last term of each sum.
#
# Each round of the loop finds one share of the gradient, and an assignment with = throws away the
# shares of the earlier rounds. An entry of A is used once for each column of B: a fork, and
# gradients add up at forks. Print dA after every round.

# %%
class Matmul(ComputationNode):
    def forward(self):
        self.result = self.input(0) @ self.input(1)

    def backward(self):
        G, A, B = self.gradient, self.input(0), self.input(1)
        for j in range(G.shape[1]):
            dA = torch.outer(G[:, j], B[:, j])
        for i in range(G.shape[0]):
            dB = torch.outer(A[i], G[i])
        return [dA, dB]
