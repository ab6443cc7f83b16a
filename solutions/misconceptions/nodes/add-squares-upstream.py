# %% [markdown] exercise=["hw2-tanh/add", "hw3-polynomial/add", "hw4-matmul/add"]
# Add multiplies the upstream gradient by itself.
#
# The upstream gradient belongs in each downstream gradient once. Let 10 arrive at x + y: move x by
# h, and see whether the output moves by 100 h.

# %%
class Add(ComputationNode):
    def forward(self):
        self.result = self.input(0) + self.input(1)

    def backward(self):
        return [self.gradient * self.gradient, self.gradient * self.gradient]
