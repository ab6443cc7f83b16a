# %% [markdown] exercise=["hw6-memory/sigmoid"]

# %% [markdown] mistake="sigmoid-applied-twice"
# Sigmoid applies the sigmoid to its output once more.
#
# `self.output()` is the value of the sigmoid already. `.sigmoid()` of that is the sigmoid of the
# sigmoid.

# %%
class Sigmoid(ComputationNode):
    def forward(self):
        self.result = 1 / (1 + (-self.input(0)).exp())

    def backward(self):
        s = self.output().sigmoid()
        return [self.gradient * s * (1 - s)]

# %% [markdown] mistake="sigmoid-asks-for-its-input"
# Sigmoid asks for its input when it goes backward.
#
# It computes something again that forward has computed already. What can be written with the output
# alone?

# %%
class Sigmoid(ComputationNode):
    def forward(self):
        self.result = 1 / (1 + (-self.input(0)).exp())

    def backward(self):
        e = (-self.input(0)).exp()
        return [self.gradient * e / (1 + e) ** 2]

# %% [markdown] mistake="sigmoid-forgets-upstream"
# Sigmoid forgets the upstream gradient.
#
# s (1 - s) is the local gradient. The downstream gradient is the upstream one times that.

# %%
class Sigmoid(ComputationNode):
    def forward(self):
        self.result = 1 / (1 + (-self.input(0)).exp())

    def backward(self):
        s = self.output()
        return [s * (1 - s)]

# %% [markdown] mistake="sigmoid-keeps-two"
# Sigmoid keeps two numbers for each entry.
#
# Does one of the two follow from the other? If s is the sigmoid, both factors of its derivative can be
# computed from s.

# %%
class Sigmoid(ComputationNode):
    def forward(self):
        self.e = (-self.input(0)).exp()
        self.result = 1 / (1 + self.e)

    def backward(self):
        return [self.gradient * self.output() ** 2 * self.e]

# %% [markdown] mistake="sigmoid-multiplies-its-slope-twice"
# Sigmoid multiplies by its slope twice.
#
# The downstream gradient is the upstream gradient times the slope. At z = 0 the slope is 0.25: if 4
# arrives there, then 1 is passed on.

# %%
class Sigmoid(ComputationNode):
    def forward(self):
        self.result = 1 / (1 + (-self.input(0)).exp())

    def backward(self):
        s = self.output()
        return [self.gradient * (s * (1 - s)) ** 2]

# %% [markdown] mistake="sigmoid-multiplies-upstream-twice"
# Sigmoid multiplies by the upstream gradient twice.
#
# The downstream gradient has it as a factor once. If 4 arrives where the slope is 0.25, then 1 is passed
# on, not 4.

# %%
class Sigmoid(ComputationNode):
    def forward(self):
        self.result = 1 / (1 + (-self.input(0)).exp())

    def backward(self):
        s = self.output()
        return [self.gradient * self.gradient * s * (1 - s)]

# %% [markdown] mistake="sigmoid-of-minus-z"
# Sigmoid forgets the minus in the exponent.
#
# The formula has exp(-z). For a large z the value should be near 1.

# %%
class Sigmoid(ComputationNode):
    def forward(self):
        self.result = 1 / (1 + self.input(0).exp())

    def backward(self):
        s = self.output()
        return [self.gradient * s * (1 - s)]

# %% [markdown] mistake="sigmoid-slope-of-exp"
# Sigmoid goes backward like Exp.
#
# Only the exponential function is its own derivative. The sigmoid flattens towards 1, so its slope goes to
# 0 there. Which factor is missing?

# %%
class Sigmoid(ComputationNode):
    def forward(self):
        self.result = 1 / (1 + (-self.input(0)).exp())

    def backward(self):
        return [self.gradient * self.output()]

# %% [markdown] mistake="sigmoid-slope-of-tanh"
# Sigmoid has the slope of tanh.
#
# 1 - y^2 belongs to tanh. At z = 0 the sigmoid is 0.5 and its slope 0.25; what does 1 - y^2 give there?

# %%
class Sigmoid(ComputationNode):
    def forward(self):
        self.result = 1 / (1 + (-self.input(0)).exp())

    def backward(self):
        s = self.output()
        return [self.gradient * (1 - s**2)]

# %% [markdown] mistake="sigmoid-slope-of-the-input"
# Sigmoid puts its input into s (1 - s).
#
# In s (1 - s), s is the value of the sigmoid, not z. For z = 2 your formula gives -2, and the sigmoid
# never goes down.

# %%
class Sigmoid(ComputationNode):
    def forward(self):
        self.result = 1 / (1 + (-self.input(0)).exp())

    def backward(self):
        s = self.input(0)
        return [self.gradient * s * (1 - s)]

# %% [markdown] mistake="sigmoid-slope-sign"
# Sigmoid has a slope of the wrong sign.
#
# The sigmoid grows everywhere. Which of s and 1 has to come first in the bracket?

# %%
class Sigmoid(ComputationNode):
    def forward(self):
        self.result = 1 / (1 + (-self.input(0)).exp())

    def backward(self):
        s = self.output()
        return [self.gradient * s * (s - 1)]

# %% [markdown] mistake="sigmoid-slope-with-a-plus"
# Sigmoid has a plus in its slope.
#
# The slope is s (1 - s). For a large z the sigmoid is flat: s is near 1 there, and 1 + s is not near 0.

# %%
class Sigmoid(ComputationNode):
    def forward(self):
        self.result = 1 / (1 + (-self.input(0)).exp())

    def backward(self):
        s = self.output()
        return [self.gradient * s * (1 + s)]

# %% [markdown] mistake="sigmoid-slope-without-brackets"
# Brackets are forgotten.
#
# The upstream gradient multiplies the whole derivative, s - s^2, not only its first term.

# %%
class Sigmoid(ComputationNode):
    def forward(self):
        self.result = 1 / (1 + (-self.input(0)).exp())

    def backward(self):
        s = self.output()
        return [self.gradient * s - s**2]

# %% [markdown] mistake="sigmoid-slope-without-s"
# One of the two factors is forgotten.
#
# The derivative is a product of two factors, s and 1 - s. At z = 0, where s is 0.5, the slope is
# 0.25: what is yours?

# %%
class Sigmoid(ComputationNode):
    def forward(self):
        self.result = 1 / (1 + (-self.input(0)).exp())

    def backward(self):
        s = self.output()
        return [self.gradient * (1 - s)]

# %% [markdown] mistake="sigmoid-without-brackets"
# Sigmoid has no brackets around its denominator.
#
# Python divides before it adds: `1 / 1 + exp(-z)` is 1 + exp(-z), which is never below 1. At z = 0 the
# sigmoid is 1/2.

# %%
class Sigmoid(ComputationNode):
    def forward(self):
        self.result = 1 / 1 + (-self.input(0)).exp()

    def backward(self):
        s = self.output()
        return [self.gradient * s * (1 - s)]

# %% [markdown] right="hw6-sigmoid-by-tanh"
# Sigmoid by tanh, in a tuple.

# %%
class Sigmoid(ComputationNode):
    def forward(self):
        self.result = (1 + (self.input(0) / 2).tanh()) / 2

    def backward(self):
        s = self.result
        return ((s - s**2) * self.gradient,)

# %% [markdown] right="hw6-sigmoid-keeps-its-slope"
# Sigmoid that puts its slope aside instead of its output.

# %%
class Sigmoid(ComputationNode):
    def forward(self):
        s = self.input(0).sigmoid()
        self.slope = s * (1 - s)
        self.result = s

    def backward(self):
        return [self.slope * self.gradient]
