# %% [markdown] exercise=["hw6-memory/relu"]
# Relu keeps its mask as floating point numbers.
#
# Zeros and ones in a tensor of floats take 8 bytes each, as much as the input. `x > 0` is of type bool
# already, a byte an entry. Which call turns it into floats?

# %%
class Relu(ComputationNode):
    def forward(self):
        self.mask = (self.input(0) > 0).double()
        self.result = self.input(0) * self.mask

    def backward(self):
        return [self.gradient * self.mask]
