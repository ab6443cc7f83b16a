# %% [markdown] exercise=["hw2-tanh/add", "hw3-polynomial/add", "hw4-matmul/add"]
# Add shares the gradient out, half to each input.
#
# Nothing is shared out. Move one input by h and the sum moves by the whole h. (Mean halves,
# because it divides by 2.)

# %%
class Add(ComputationNode):
    def forward(self):
        self.result = self.input(0) + self.input(1)

    def backward(self):
        return [self.gradient / 2, self.gradient / 2]
