# %% [markdown] exercise=["hw5-mlp/tanh"]
# Tanh multiplies by its output, as Exp does.
#
# Only for the exponential is the derivative the function itself. The slope of tanh is largest at
# `x = 0`, where its value is 0.

# %%
class Tanh(ComputationNode):
    def forward(self):
        self.result = self.input(0).tanh()

    def backward(self):
        return [self.gradient * self.output()]
