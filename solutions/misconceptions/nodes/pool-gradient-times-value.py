# %% [markdown] exercise=["hw6-memory/max-pool"]
# MaxPool multiplies the gradient by the winner's value.
#
# The result is the winner, so if the winner moves by h, the result moves by h: the local gradient is 1,
# whatever its value.

# %%
class MaxPool(ComputationNode):
    def forward(self):
        windows = self.input(0).unflatten(1, (-1, 3))
        self.winners = windows.argmax(dim=2, keepdim=True)
        self.result = windows.gather(2, self.winners).flatten(1)

    def backward(self):
        windows = self.gradient.new_zeros(*self.gradient.shape, 3)
        return [windows.scatter(2, self.winners, (self.gradient * self.output()).unsqueeze(2)).flatten(1)]
