# %% [markdown] exercise=["hw2-tanh/mul", "hw3-polynomial/mul"]
# Mul multiplies by its result.
#
# The result is the product of both inputs. The local gradient with respect to one of them is
# only the other.

# %%
class Mul(ComputationNode):
    def forward(self):
        self.result = self.input(0) * self.input(1)

    def backward(self):
        return [self.gradient * self.result, self.gradient * self.result]
