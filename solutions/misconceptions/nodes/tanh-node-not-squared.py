# %% [markdown] exercise=["hw5-mlp/tanh"]
# Tanh's derivative has lost its square.
#
# At `x = -1` the output is about `-0.76`; a slope of 1.76 would be steeper than tanh is anywhere.

# %%
class Tanh(ComputationNode):
    def forward(self):
        self.result = self.input(0).tanh()

    def backward(self):
        return [self.gradient * (1 - self.output())]
