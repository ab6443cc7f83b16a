# %% [markdown] exercise=["hw4-matmul/add-bias"]
# AddBias chooses the axis by its length.
#
# Going by lengths works until the matrix is square: then both axes have the same length, and you
# take the wrong one. The axis to sum over is the one along which the bias was repeated, however
# long it is. Try it with 3 rows and 3 columns.

# %%
class AddBias(ComputationNode):
    def forward(self):
        self.result = self.input(0) + self.input(1)

    def backward(self):
        m = len(self.input(1))
        axis = 1 if self.gradient.shape[0] == m else 0
        return [self.gradient, self.gradient.sum(axis)]
