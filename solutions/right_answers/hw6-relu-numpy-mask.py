# %% [markdown] exercise=["hw6-memory/relu", "hw8-transformer/arithmetic"]
# Relu with a mask of bytes in numpy.

# %%
import numpy as np


class Relu(ComputationNode):
    def forward(self):
        x = self.input(0)
        self.mask = (x.numpy() > 0).astype(np.uint8)
        self.result = x.clamp(min=0)

    def backward(self):
        return [self.gradient * torch.from_numpy(self.mask)]
