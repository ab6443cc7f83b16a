# %% [markdown] exercise=["hw6-memory/sigmoid"]
# Sigmoid asks for its input when it goes backward.
#
# It computes an exponential again that forward has computed already. What can be written with the output
# alone?

# %%
class Sigmoid(ComputationNode):
    def forward(self):
        self.result = 1 / (1 + (-self.input(0)).exp())

    def backward(self):
        e = (-self.input(0)).exp()
        return [self.gradient * e / (1 + e) ** 2]
