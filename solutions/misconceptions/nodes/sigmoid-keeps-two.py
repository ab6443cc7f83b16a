# %% [markdown] exercise=["hw6-memory/sigmoid"]
# Sigmoid keeps the exponential and the output.
#
# Does one of the two follow from the other? What is exp(-z) / (1 + exp(-z)), if s is the sigmoid?

# %%
class Sigmoid(ComputationNode):
    def forward(self):
        self.e = (-self.input(0)).exp()
        self.result = 1 / (1 + self.e)

    def backward(self):
        return [self.gradient * self.output() ** 2 * self.e]
