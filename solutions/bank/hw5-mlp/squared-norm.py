# %% [markdown] exercise=["hw5-mlp/squared-norm"]

# %% [markdown] mistake="norm-averaged"
# SquaredNorm takes the mean of the squares.
#
# A norm adds them up; nothing is divided. For the entries 1 and 3 it is 10.

# %%
class SquaredNorm(ComputationNode):
    def forward(self):
        self.result = (self.input(0) ** 2).mean()

    def backward(self):
        return [self.gradient * 2 * self.input(0) / self.input(0).numel()]

# %% [markdown] mistake="norm-forgets-upstream"
# SquaredNorm forgets the upstream gradient.
#
# What follows may weigh the norm, with lambda for instance. Only `self.gradient` knows.

# %%
class SquaredNorm(ComputationNode):
    def forward(self):
        self.result = (self.input(0) ** 2).sum()

    def backward(self):
        return [2 * self.input(0)]

# %% [markdown] mistake="norm-one-number-back"
# SquaredNorm's backward returns a single number.
#
# A downstream gradient has the shape of the input: each entry has a derivative of its own.

# %%
class SquaredNorm(ComputationNode):
    def forward(self):
        self.result = (self.input(0) ** 2).sum()

    def backward(self):
        return [self.gradient * 2 * self.input(0).sum()]

# %% [markdown] mistake="norm-squares-the-sum"
# SquaredNorm squares the sum.
#
# Entries of opposite sign would cancel. Square each entry first, then add up: 1 and `-1` give 2.

# %%
class SquaredNorm(ComputationNode):
    def forward(self):
        self.result = self.input(0).sum() ** 2

    def backward(self):
        return [self.gradient * 2 * self.input(0)]

# %% [markdown] mistake="norm-squares-the-sum-both-ways"
# SquaredNorm squares the sum.
#
# Entries of opposite sign would cancel. Square each entry first, then add up: 1 and `-1` give 2.

# %%
class SquaredNorm(ComputationNode):
    def forward(self):
        self.result = self.input(0).sum() ** 2

    def backward(self):
        A = self.input(0)
        return [self.gradient * 2 * A.sum() * torch.ones_like(A)]

# %% [markdown] mistake="norm-with-a-root"
# SquaredNorm takes the root.
#
# That is the norm itself. Squared, it is the sum of squares: no root.

# %%
class SquaredNorm(ComputationNode):
    def forward(self):
        self.result = (self.input(0) ** 2).sum() ** 0.5

    def backward(self):
        return [self.gradient * self.input(0) / self.result]

# %% [markdown] mistake="norm-without-two"
# SquaredNorm has lost its 2.
#
# In exercise 3 the 2 met a half, and here there is no half. Moving an entry 3 by a small `h`
# moves its square by `6h`.

# %%
class SquaredNorm(ComputationNode):
    def forward(self):
        self.result = (self.input(0) ** 2).sum()

    def backward(self):
        return [self.gradient * self.input(0)]

# %% [markdown] right="hw5-norm-as-a-dot-product"
# SquaredNorm as the dot product of the flattened matrix with itself.

# %%
class SquaredNorm(ComputationNode):
    def forward(self):
        entries = self.input(0).flatten()
        self.result = entries @ entries

    def backward(self):
        share = self.gradient * self.input(0)
        return [share + share]

# %% [markdown] right="hw5-norm-by-torch"
# SquaredNorm by torch.linalg.norm, squared.

# %%
class SquaredNorm(ComputationNode):
    def forward(self):
        self.result = torch.linalg.norm(self.input(0)) ** 2

    def backward(self):
        return [2 * self.input(0) * self.gradient]
