# %% [markdown] exercise=["hw2-tanh/add", "hw3-polynomial/add"]
# Add does what Mean does.
#
# Mean divides by 2, a sum does not: the sum of 3 and 5 is 8. What else has to change, compared
# with Mean?

# %%
class Add(ComputationNode):
    def forward(self):
        total = self.input(0) + self.input(1)
        self.result = total / 2

    def backward(self):
        share = self.gradient / 2
        return [share, share]
