# %% [markdown] exercise=["hw4-matmul/add-bias"]
# The bias gradient is divided, as for a mean over the rows.
#
# At a fork the shares add up; they are not averaged. With twice as many rows, moving the bias
# moves twice as many entries.

# %%
class AddBias(ComputationNode):
    def forward(self):
        self.result = self.input(0) + self.input(1)

    def backward(self):
        return [self.gradient, self.gradient.mean(0)]
