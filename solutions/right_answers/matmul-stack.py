# %% [markdown] exercise=["hw4-matmul/matmul"]
# Matmul with torch.stack of rows and columns, and broadcasting.

# %%
import torch


class Matmul(ComputationNode):
    def forward(self):
        A, B = self.input(0), self.input(1)
        self.result = torch.stack([row @ B for row in A])

    def backward(self):
        A, B, G = self.input(0), self.input(1), self.gradient
        dA = torch.stack([B @ g for g in G])
        dB = (A[:, :, None] * G[:, None, :]).sum(0)
        return [dA, dB]
