# %% [markdown] exercise=["hw4-matmul/matmul"]
# Matmul with torch.matmul, torch.mm and transpose, transposing the product.

# %%
import torch


class Matmul(ComputationNode):
    def forward(self):
        self.result = torch.matmul(self.input(0), self.input(1))

    def backward(self):
        A, B = self.input(0), self.input(1)
        G_T = torch.transpose(self.gradient, 0, 1)
        dA = torch.transpose(torch.mm(B, G_T), 0, 1)
        dB = torch.transpose(G_T.matmul(A), 0, 1)
        return [dA, dB]
