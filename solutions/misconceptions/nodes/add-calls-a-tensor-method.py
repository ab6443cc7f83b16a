# %% [markdown] exercise=["hw3-polynomial/add"]
# A backward calls a method that tensors have but nodes do not.
#
# Inside build_graph() the gradient is a node. It can be added, multiplied and raised to a power,
# but methods such as clone, detach, item or numpy belong to tensors. Print type(self.gradient) in
# backward, once outside build_graph() and once inside.

# %%
class Add(ComputationNode):
    def forward(self):
        self.result = self.input(0) + self.input(1)

    def backward(self):
        return [self.gradient.clone(), self.gradient.clone()]
