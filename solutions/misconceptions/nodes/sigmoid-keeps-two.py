# %% [markdown] exercise=["hw6-memory/sigmoid"]
# Sigmoid keeps two numbers for each entry.
#
# Does one of the two follow from the other? If s is the sigmoid, both factors of its derivative can be
# computed from s.

# %%
class Sigmoid(ComputationNode):
    def forward(self):
        self.e = (-self.input(0)).exp()
        self.result = 1 / (1 + self.e)

    def backward(self):
        return [self.gradient * self.output() ** 2 * self.e]
