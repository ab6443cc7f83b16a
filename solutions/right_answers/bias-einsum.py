# %% [markdown] exercise=["hw4-matmul/add-bias"]
# AddBias with einsum, returning a tuple.

# %%
import torch


class AddBias(ComputationNode):
    def forward(self):
        self.result = torch.stack([row + self.input(1) for row in self.input(0)])

    def backward(self):
        return self.gradient.clone(), torch.einsum("ij->j", self.gradient)
