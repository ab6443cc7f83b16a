# %% [markdown] exercise=["hw3-polynomial/add", "hw4-matmul/add"]
# Add with torch.add and a clone for each input.

# %%
import torch


class Add(ComputationNode):
    def forward(self):
        x, y = self.input(0), self.input(1)
        is_tensor = isinstance(x, torch.Tensor) and isinstance(y, torch.Tensor)
        self.result = torch.add(x, y) if is_tensor else x + y

    def backward(self):
        if isinstance(self.gradient, torch.Tensor):
            return [self.gradient.clone(), self.gradient.clone()]
        return [self.gradient, self.gradient]
