# %% [markdown] exercise=["hw6-memory/sigmoid"]
# Sigmoid that puts its slope aside instead of its output.

# %%
class Sigmoid(ComputationNode):
    def forward(self):
        s = self.input(0).sigmoid()
        self.slope = s * (1 - s)
        self.result = s

    def backward(self):
        return [self.slope * self.gradient]
