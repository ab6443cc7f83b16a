# %% [markdown] exercise=["hw6-memory/detach"]
# Detach returns an empty list.
#
# The node has one input, so the list has one entry: what this input gets. Without influence, that is 0 in
# each entry.

# %%
class Detach(ComputationNode):
    def forward(self):
        self.result = self.input(0)

    def backward(self):
        return []
