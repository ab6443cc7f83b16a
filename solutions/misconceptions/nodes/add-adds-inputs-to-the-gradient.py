# %% [markdown] exercise=["hw2-tanh/add", "hw3-polynomial/add", "hw4-matmul/add"]
# Add adds its inputs to the upstream gradient.
#
# In the chain rule the upstream gradient is multiplied by a slope; nothing is added to it, least of
# all the input itself. Let the upstream gradient be 0: then nothing that happens here can move the
# output. But your inputs get a gradient all the same.

# %%
class Add(ComputationNode):
    def forward(self):
        self.result = self.input(0) + self.input(1)

    def backward(self):
        return [self.gradient + self.input(0), self.gradient + self.input(1)]
