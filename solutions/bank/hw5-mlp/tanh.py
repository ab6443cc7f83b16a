# %% [markdown] exercise=["hw5-mlp/tanh"]

# %% [markdown] mistake="tanh-node-adds"
# Tanh adds the two gradients.
#
# The chain rule multiplies: if moving `x` by `h` moves the tanh by `a h`, and that moves the
# output by `b` times as much, together it is `a b h`.

# %%
class Tanh(ComputationNode):
    def forward(self):
        self.result = self.input(0).tanh()

    def backward(self):
        return [self.gradient + 1 - self.output() ** 2]

# %% [markdown] mistake="tanh-node-adds-the-square"
# Tanh has a plus in its derivative.
#
# It is `1 - y^2`. Far out tanh is nearly flat: its value is near 1 there, and `1 + 1^2` is not near
# 0.

# %%
class Tanh(ComputationNode):
    def forward(self):
        self.result = self.input(0).tanh()

    def backward(self):
        return [self.gradient * (1 + self.output() ** 2)]

# %% [markdown] mistake="tanh-node-applied-twice"
# Tanh applies tanh to its output once more.
#
# `self.output()` is the value of tanh already, and `1 - y^2` needs nothing else. At `x = 0.5` it is
# 0.46, and the slope is `1 - 0.46^2`.

# %%
class Tanh(ComputationNode):
    def forward(self):
        self.result = self.input(0).tanh()

    def backward(self):
        return [self.gradient * (1 - self.output().tanh() ** 2)]

# %% [markdown] mistake="tanh-node-forgets-upstream"
# Tanh forgets the upstream gradient.
#
# You return the slope alone. If the output of the graph is ten times this node, everything before
# it counts ten times as much, and only `self.gradient` says so.

# %%
class Tanh(ComputationNode):
    def forward(self):
        self.result = self.input(0).tanh()

    def backward(self):
        return [1 - self.output() ** 2]

# %% [markdown] mistake="tanh-node-like-exp"
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

# %% [markdown] mistake="tanh-node-multiplies-its-slope-twice"
# Tanh multiplies by its slope twice.
#
# The downstream gradient is the upstream gradient times the slope. Where the slope is a half, half
# of what arrives is passed on, not a quarter.

# %%
class Tanh(ComputationNode):
    def forward(self):
        self.result = self.input(0).tanh()

    def backward(self):
        return [self.gradient * (1 - self.output() ** 2) ** 2]

# %% [markdown] mistake="tanh-node-multiplies-upstream-twice"
# Tanh multiplies by the upstream gradient twice.
#
# The downstream gradient has it as a factor once. If 3 arrives and the slope is 1, then 3 is passed
# on, not 9.

# %%
class Tanh(ComputationNode):
    def forward(self):
        self.result = self.input(0).tanh()

    def backward(self):
        return [self.gradient * self.gradient * (1 - self.output() ** 2)]

# %% [markdown] mistake="tanh-node-not-squared"
# The square is missing in Tanh's derivative.
#
# At `x = -1` the output is about `-0.76`; a slope of 1.76 would be steeper than tanh is anywhere.

# %%
class Tanh(ComputationNode):
    def forward(self):
        self.result = self.input(0).tanh()

    def backward(self):
        return [self.gradient * (1 - self.output())]

# %% [markdown] mistake="tanh-node-of-input"
# Tanh squares its input instead of its output.
#
# The derivative is `1 - tanh(x)^2`. At `x = 2` the curve is nearly flat, and `1 - 2^2` is not
# nearly 0.

# %%
class Tanh(ComputationNode):
    def forward(self):
        self.result = self.input(0).tanh()

    def backward(self):
        return [self.gradient * (1 - self.input(0) ** 2)]

# %% [markdown] mistake="tanh-node-passes-on"
# Tanh passes the gradient on unchanged.
#
# That is right at `x = 0` only, where the slope is 1. Far out tanh is flat, and moving the input
# moves nothing.

# %%
class Tanh(ComputationNode):
    def forward(self):
        self.result = self.input(0).tanh()

    def backward(self):
        return [self.gradient]

# %% [markdown] mistake="tanh-node-sigmoid-derivative"
# Tanh has the derivative of the sigmoid.
#
# `s (1 - s)` belongs to the sigmoid. At `x = 0` tanh has the value 0, and the slope 1.

# %%
class Tanh(ComputationNode):
    def forward(self):
        self.result = self.input(0).tanh()

    def backward(self):
        y = self.output()
        return [self.gradient * y * (1 - y)]

# %% [markdown] mistake="tanh-node-squares-the-difference"
# Tanh squares a difference in its derivative.
#
# The derivative is `1 - y^2`: `y` is squared first, and then subtracted. At `x = -1`, where `y` is
# about `-0.76`, `(1 + 0.76)^2` would be steeper than tanh is anywhere.

# %%
class Tanh(ComputationNode):
    def forward(self):
        self.result = self.input(0).tanh()

    def backward(self):
        return [self.gradient * (1 - self.output()) ** 2]

# %% [markdown] right="hw5-tanh-by-exponentials"
# Tanh by exponentials, its derivative by cosh.

# %%
class Tanh(ComputationNode):
    def forward(self):
        x = self.input(0)
        self.result = (x.exp() - (-x).exp()) / (x.exp() + (-x).exp())

    def backward(self):
        return [self.gradient / torch.cosh(self.input(0)) ** 2]

# %% [markdown] right="hw5-tanh-saves-its-slope"
# Tanh that keeps its slope from forward to backward.

# %%
class Tanh(ComputationNode):
    def forward(self):
        self.result = torch.tanh(self.input(0))
        self.slope = 1 - self.result * self.result

    def backward(self):
        return (self.slope * self.gradient,)
