# %% [markdown] exercise=["hw6-memory/relu", "hw8-transformer/arithmetic"]

# %% [markdown] mistake="relu-asks-for-its-input" exercise=["hw6-memory/relu"]
# Relu asks for its input when it goes backward.
#
# The gradient is right, but the whole input has to be kept for it, 8 bytes an entry. All that is
# used of it is whether each entry was positive. Ask that in forward, and set the answer aside.

# %%
class Relu(ComputationNode):
    def forward(self):
        self.result = self.input(0).clamp(min=0)

    def backward(self):
        return [self.gradient * (self.input(0) > 0)]

# %% [markdown] mistake="relu-asks-for-its-output" exercise=["hw6-memory/relu"]
# Relu asks for its output when it goes backward.
#
# PyTorch does the same, because the output is often there anyway. This exercise asks for less: a tensor of
# type bool, which answers whether each entry was positive.

# %%
class Relu(ComputationNode):
    def forward(self):
        self.result = self.input(0).clamp(min=0)

    def backward(self):
        return [self.gradient * (self.output() > 0)]

# %% [markdown] mistake="relu-cuts-off-the-positive"
# Relu keeps the negative entries and makes 0 of the others.
#
# `clamp(max=0)` lets nothing above 0 through. Here nothing below 0 may pass: for x = 2 the result is 2,
# and for x = -2 it is 0.

# %%
class Relu(ComputationNode):
    def forward(self):
        x = self.input(0)
        self.mask = x > 0
        self.result = x.clamp(max=0)

    def backward(self):
        return [self.gradient * self.mask]

# %% [markdown] mistake="relu-forgets-upstream"
# Relu forgets the upstream gradient.
#
# The mask is the local gradient, 1 or 0. The downstream gradient is the upstream one times that. For a
# loss ten times as large, what should come out at the input?

# %%
class Relu(ComputationNode):
    def forward(self):
        self.mask = self.input(0) > 0
        self.result = self.input(0) * self.mask

    def backward(self):
        return [self.mask.double()]

# %% [markdown] mistake="relu-mask-inverted"
# Relu's mask is inverted.
#
# The gradient passes where the input is positive. Yours passes where it is not.

# %%
class Relu(ComputationNode):
    def forward(self):
        self.mask = self.input(0) <= 0
        self.result = self.input(0).clamp(min=0)

    def backward(self):
        return [self.gradient * self.mask]

# %% [markdown] mistake="relu-mask-of-floats" exercise=["hw6-memory/relu"]
# Relu keeps a floating point number for each entry.
#
# Each takes 8 bytes, as the input does. All that backward has to know of an entry is whether it was positive:
# `x > 0` is of type bool, a byte an entry. If you keep just that, which call turns it into floats?

# %%
class Relu(ComputationNode):
    def forward(self):
        self.mask = (self.input(0) > 0).double()
        self.result = self.input(0) * self.mask

    def backward(self):
        return [self.gradient * self.mask]

# %% [markdown] mistake="relu-mask-of-small-floats" exercise=["hw6-memory/relu"]
# Relu keeps its mask as float32.
#
# An entry of float32 takes 4 bytes. `x > 0` is of type bool already, a byte an entry: leave it bool.

# %%
class Relu(ComputationNode):
    def forward(self):
        self.mask = (self.input(0) > 0).float()
        self.result = self.input(0) * self.mask

    def backward(self):
        return [self.gradient * self.mask]

# %% [markdown] mistake="relu-mask-of-whole-numbers" exercise=["hw6-memory/relu"]
# Relu keeps a whole number for each entry.
#
# A whole number takes 8 bytes, as `int64`. `x > 0` is of type bool already, a byte an entry: leave it
# bool.

# %%
class Relu(ComputationNode):
    def forward(self):
        x = self.input(0)
        self.mask = (x > 0).long()
        self.result = x * self.mask

    def backward(self):
        return [self.gradient * self.mask]

# %% [markdown] mistake="relu-masks-by-upstream"
# Relu looks at the sign of the upstream gradient.
#
# Whether an entry passes was decided in forward, by the sign of the input. A negative gradient may
# pass through a positive unit: then the loss gets smaller when the input grows.

# %%
class Relu(ComputationNode):
    def forward(self):
        self.mask = self.input(0) > 0
        self.result = self.input(0) * self.mask

    def backward(self):
        return [self.gradient * (self.gradient > 0)]

# %% [markdown] mistake="relu-multiplies-by-the-value"
# Relu multiplies the gradient by its value.
#
# How large the output is and how far it moves are two different things. For x = 5 the output is 5,
# and if x moves by 0.1, by how much does the output move?

# %%
class Relu(ComputationNode):
    def forward(self):
        self.mask = self.input(0) > 0
        self.result = self.input(0) * self.mask

    def backward(self):
        return [self.gradient * self.output()]

# %% [markdown] mistake="relu-open-at-zero" exercise=["hw6-memory/relu"]
# Relu lets the gradient pass at 0.
#
# At 0 there is a corner, and a rule is needed. The rule here, and PyTorch's, is that the gradient passes
# where the input is greater than 0. Is 0 greater than 0?

# %%
class Relu(ComputationNode):
    def forward(self):
        self.mask = self.input(0) >= 0
        self.result = self.input(0) * self.mask

    def backward(self):
        return [self.gradient * self.mask]

# %% [markdown] mistake="relu-passes-everything"
# Relu passes every gradient on.
#
# Where the input is negative the output stays 0 when the input moves a little. So how can the loss
# depend on that input?

# %%
class Relu(ComputationNode):
    def forward(self):
        self.mask = self.input(0) > 0
        self.result = self.input(0) * self.mask

    def backward(self):
        return [self.gradient]

# %% [markdown] mistake="relu-result-is-its-mask"
# Relu returns its mask as the result.
#
# The mask says where the input is positive, as `True` and `False`. The result is the input there,
# and 0 elsewhere.

# %%
class Relu(ComputationNode):
    def forward(self):
        self.mask = self.input(0) > 0
        self.result = self.mask

    def backward(self):
        return [self.gradient * self.mask]

# %% [markdown] right="hw6-relu-by-where"
# Relu by torch.where, with its mask.

# %%
class Relu(ComputationNode):
    def forward(self):
        x = self.input(0)
        self.passes = x > 0
        self.result = torch.where(self.passes, x, torch.zeros_like(x))

    def backward(self):
        return [torch.where(self.passes, self.gradient, 0.0)]

# %% [markdown] right="hw6-relu-in-closures"
# Relu that keeps what to do, as a function with a mask in it.

# %%
class Relu(ComputationNode):
    def forward(self):
        blocked = self.input(0) <= 0
        self.result = self.input(0).masked_fill(blocked, 0)
        self.pull = lambda upstream: upstream.masked_fill(blocked, 0)

    def backward(self):
        return [self.pull(self.gradient)]

# %% [markdown] right="hw6-relu-numpy-mask"
# Relu with a mask of bytes in numpy.

# %%
import numpy as np


class Relu(ComputationNode):
    def forward(self):
        x = self.input(0)
        self.mask = (x.numpy() > 0).astype(np.uint8)
        self.result = x.clamp(min=0)

    def backward(self):
        return [self.gradient * torch.from_numpy(self.mask)]
