# %% [markdown] exercise=["hw5-mlp/squared-norm"]
# SquaredNorm by torch.linalg.norm, squared.

# %%
class SquaredNorm(ComputationNode):
    def forward(self):
        self.result = torch.linalg.norm(self.input(0)) ** 2

    def backward(self):
        return [2 * self.input(0) * self.gradient]
