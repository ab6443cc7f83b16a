# %% [markdown] exercise=["hw4-matmul/add-bias"]
# AddBias sums over the shorter axis.
#
# As long as there are no more rows than columns, that is the right one. With five rows of two
# entries it is not. The axis to sum over is the one along which the bias was repeated, however long
# it is.

# %%
class AddBias(ComputationNode):
    def forward(self):
        self.result = self.input(0) + self.input(1)

    def backward(self):
        rows, columns = self.gradient.shape
        return [self.gradient, self.gradient.sum(0 if rows <= columns else 1)]
