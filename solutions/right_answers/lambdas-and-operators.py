# %% [markdown] exercise=["hw2-tanh/add", "hw2-tanh/mul", "hw3-polynomial/add", "hw3-polynomial/mul", "hw4-matmul/add"]
# Methods that are lambdas, with the operator module.

# %%
import operator


class Add(ComputationNode):
    forward = lambda self: setattr(self, "result", operator.add(self.input(0), self.input(1)))
    backward = lambda self: [+1 * self.gradient, +1 * self.gradient]


class Mul(ComputationNode):
    forward = lambda self: setattr(self, "result", operator.mul(*map(self.input, (0, 1))))
    backward = lambda self: [operator.mul(self.input(i), self.gradient) for i in (1, 0)]
