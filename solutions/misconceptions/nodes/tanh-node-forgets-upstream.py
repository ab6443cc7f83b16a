# %% [markdown] exercise=["hw5-mlp/tanh"]
# Tanh forgets the upstream gradient.
#
# You return the slope alone. If the output of the graph is ten times this node, everything before
# it counts ten times as much, and only `self.gradient` says so.

# %%
class Tanh(ComputationNode):
    def forward(self):
        self.result = self.input(0).tanh()

    def backward(self):
        return [1 - self.output() ** 2]
