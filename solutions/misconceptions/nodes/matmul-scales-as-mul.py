# %% [markdown] exercise=["hw4-matmul/matmul"]
# Matmul sums each input and scales the upstream gradient with it.
#
# Every entry has its own weights: row i of one factor meets column j of the other. Sums over
# everything lose that.

# %%
class Matmul(ComputationNode):
    def forward(self):
        self.result = self.input(0) @ self.input(1)

    def backward(self):
        A, B, G = self.input(0), self.input(1), self.gradient
        return [G.sum(1, keepdim=True) * B.sum(1), A.sum(0).unsqueeze(1) * G.sum(0)]
