# %% [markdown] exercise=["hw2-tanh/add", "hw3-polynomial/add", "hw4-matmul/add"]
# Add splits the gradient by the size of its inputs.
#
# A gradient is not a cake whose larger piece goes to the larger input. It says how far the output
# moves when one input moves, not which input contributes more. Raise the 1 in 1 + 99 by a half,
# then the 99, and compare how far the sum moves.

# %%
class Add(ComputationNode):
    def forward(self):
        self.result = self.input(0) + self.input(1)

    def backward(self):
        total = self.input(0) + self.input(1)
        return [self.gradient * self.input(0) / total, self.gradient * self.input(1) / total]
