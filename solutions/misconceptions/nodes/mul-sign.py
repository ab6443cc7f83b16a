# %% [markdown] exercise=["hw2-tanh/mul", "hw3-polynomial/mul"]
# Mul gives one of its gradients a minus sign.
#
# Both inputs enter the product in the same way. There is no minus sign here.

# %%
class Mul(ComputationNode):
    def forward(self):
        self.result = self.input(0) * self.input(1)

    def backward(self):
        return [self.gradient * self.input(1), -self.gradient * self.input(0)]
