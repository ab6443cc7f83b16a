# %% [markdown] exercise=["hw6-memory/relu", "hw8-transformer/arithmetic"]
# Relu multiplies the gradient by its value.
#
# How large the output is and how far it moves are two different things. For x = 5 the output is 5,
# and if x moves by 0.1, by how much does the output move?

# %%
class Relu(ComputationNode):
    def forward(self):
        self.mask = self.input(0) > 0
        self.result = self.input(0) * self.mask

    def backward(self):
        return [self.gradient * self.output()]
