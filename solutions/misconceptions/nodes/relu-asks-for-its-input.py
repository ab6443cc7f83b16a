# %% [markdown] exercise=["hw6-memory/relu"]
# Relu asks for its input when it goes backward.
#
# The gradient is right, but the whole input has to wait for it, 8 bytes an entry. All that is used
# of it is whether each entry was positive. Ask that in forward, and set the answer aside.

# %%
class Relu(ComputationNode):
    def forward(self):
        self.result = self.input(0).clamp(min=0)

    def backward(self):
        return [self.gradient * (self.input(0) > 0)]
