# %% [markdown] exercise=["hw8-transformer/layer-norm"]

# %% [markdown] mistake="layer-norm-along-columns"
# Columns are normalised.
#
# Each row of the matrix is normalised on its own, along dim=1. Down a column, different tokens would be
# mixed; that is batch normalisation.

# %%
class LayerNorm(ComputationNode):
    def forward(self):
        x = self.input(0)
        centred = x - x.mean(dim=0, keepdim=True)
        self.s = ((centred**2).mean(dim=0, keepdim=True) + 1e-5).sqrt()
        self.result = centred / self.s

    def backward(self):
        normal, G = self.output(), self.gradient
        mean = G.mean(dim=0, keepdim=True)
        mean_along = (G * normal).mean(dim=0, keepdim=True)
        return [(G - mean - normal * mean_along) / self.s]

# %% [markdown] mistake="layer-norm-along-columns-in-forward"
# Columns are normalised.
#
# Each row of the matrix is normalised on its own, along dim=1. Down a column, different tokens would be
# mixed; that is batch normalisation.

# %%
class LayerNorm(ComputationNode):
    def forward(self):
        x = self.input(0)
        centred = x - x.mean(dim=0, keepdim=True)
        self.s = ((centred**2).mean(dim=0, keepdim=True) + 1e-5).sqrt()
        self.result = centred / self.s

    def backward(self):
        normal, G = self.output(), self.gradient
        mean = G.mean(dim=1, keepdim=True)
        mean_along = (G * normal).mean(dim=1, keepdim=True)
        return [(G - mean - normal * mean_along) / self.s]

# %% [markdown] mistake="layer-norm-backward-along-columns"
# Backward takes the means down the columns.
#
# Forward normalises rows, so a row's entries influence each other, and no others. The two means go along
# dim=1, too.

# %%
class LayerNorm(ComputationNode):
    def forward(self):
        x = self.input(0)
        centred = x - x.mean(dim=1, keepdim=True)
        self.s = ((centred**2).mean(dim=1, keepdim=True) + 1e-5).sqrt()
        self.result = centred / self.s

    def backward(self):
        normal, G = self.output(), self.gradient
        mean = G.mean(dim=0, keepdim=True)
        mean_along = (G * normal).mean(dim=0, keepdim=True)
        return [(G - mean - normal * mean_along) / self.s]

# %% [markdown] mistake="layer-norm-brackets"
# Only the mean is divided by s.
#
# A quotient comes before a difference: x - mu needs brackets.

# %%
class LayerNorm(ComputationNode):
    def forward(self):
        x = self.input(0)
        mean = x.mean(dim=1, keepdim=True)
        self.s = (((x - mean) ** 2).mean(dim=1, keepdim=True) + 1e-5).sqrt()
        self.result = x - mean / self.s

    def backward(self):
        normal, G = self.output(), self.gradient
        mean = G.mean(dim=1, keepdim=True)
        mean_along = (G * normal).mean(dim=1, keepdim=True)
        return [(G - mean - normal * mean_along) / self.s]

# %% [markdown] mistake="layer-norm-centred-twice-root"
# s is the mean distance from the mean.
#
# The standard deviation is the root of the mean of the *squares*; the mean of the absolute
# distances is usually smaller.

# %%
class LayerNorm(ComputationNode):
    def forward(self):
        x = self.input(0)
        centred = x - x.mean(dim=1, keepdim=True)
        self.s = centred.abs().mean(dim=1, keepdim=True) + 1e-5
        self.result = centred / self.s

    def backward(self):
        normal, G = self.output(), self.gradient
        mean = G.mean(dim=1, keepdim=True)
        mean_along = (G * normal).mean(dim=1, keepdim=True)
        return [(G - mean - normal * mean_along) / self.s]

# %% [markdown] mistake="layer-norm-divided-by-variance"
# The gradient is divided by the variance.
#
# The result is divided by s, the root of the variance, once. So is the gradient.

# %%
class LayerNorm(ComputationNode):
    def forward(self):
        x = self.input(0)
        centred = x - x.mean(dim=1, keepdim=True)
        self.s = ((centred**2).mean(dim=1, keepdim=True) + 1e-5).sqrt()
        self.result = centred / self.s

    def backward(self):
        normal, G = self.output(), self.gradient
        mean = G.mean(dim=1, keepdim=True)
        mean_along = (G * normal).mean(dim=1, keepdim=True)
        return [(G - mean - normal * mean_along) / self.s**2]

# %% [markdown] mistake="layer-norm-divides-by-variance-forward"
# The row is divided by its variance.
#
# To have standard deviation 1, a row is divided by its standard deviation: the root is missing.

# %%
class LayerNorm(ComputationNode):
    def forward(self):
        x = self.input(0)
        centred = x - x.mean(dim=1, keepdim=True)
        self.s = ((centred**2).mean(dim=1, keepdim=True) + 1e-5)
        self.result = centred / self.s

    def backward(self):
        normal, G = self.output(), self.gradient
        mean = G.mean(dim=1, keepdim=True)
        mean_along = (G * normal).mean(dim=1, keepdim=True)
        return [(G - mean - normal * mean_along) / self.s]

# %% [markdown] mistake="layer-norm-epsilon-a-tenth"
# Epsilon is 10^-6.
#
# Here it is 10^-5, which is written `1e-5`. It makes a difference in rows with small deviations.

# %%
class LayerNorm(ComputationNode):
    def forward(self):
        x = self.input(0)
        centred = x - x.mean(dim=1, keepdim=True)
        self.s = ((centred**2).mean(dim=1, keepdim=True) + 1e-6).sqrt()
        self.result = centred / self.s

    def backward(self):
        normal, G = self.output(), self.gradient
        mean = G.mean(dim=1, keepdim=True)
        mean_along = (G * normal).mean(dim=1, keepdim=True)
        return [(G - mean - normal * mean_along) / self.s]

# %% [markdown] mistake="layer-norm-epsilon-outside"
# Epsilon is added after the root.
#
# sqrt(var) + eps and sqrt(var + eps) differ most where it matters, in rows of nearly equal numbers. It is
# added to the variance, before the root.

# %%
class LayerNorm(ComputationNode):
    def forward(self):
        x = self.input(0)
        centred = x - x.mean(dim=1, keepdim=True)
        self.s = (centred**2).mean(dim=1, keepdim=True).sqrt() + 1e-5
        self.result = centred / self.s

    def backward(self):
        normal, G = self.output(), self.gradient
        mean = G.mean(dim=1, keepdim=True)
        mean_along = (G * normal).mean(dim=1, keepdim=True)
        return [(G - mean - normal * mean_along) / self.s]

# %% [markdown] mistake="layer-norm-epsilon-ten-times"
# Epsilon is 10^-4.
#
# In Python, `10e-5` means 10 times 10^-5. The number 10^-5 is written `1e-5`.

# %%
class LayerNorm(ComputationNode):
    def forward(self):
        x = self.input(0)
        centred = x - x.mean(dim=1, keepdim=True)
        self.s = ((centred**2).mean(dim=1, keepdim=True) + 10e-5).sqrt()
        self.result = centred / self.s

    def backward(self):
        normal, G = self.output(), self.gradient
        mean = G.mean(dim=1, keepdim=True)
        mean_along = (G * normal).mean(dim=1, keepdim=True)
        return [(G - mean - normal * mean_along) / self.s]

# %% [markdown] mistake="layer-norm-first-plus"
# The mean of the upstream gradient is added.
#
# Moving one entry up moves the mean up, and with it all normalised entries down: the first mean has a
# minus, like the second. An upstream gradient of ones in a row has to give 0.

# %%
class LayerNorm(ComputationNode):
    def forward(self):
        x = self.input(0)
        centred = x - x.mean(dim=1, keepdim=True)
        self.s = ((centred**2).mean(dim=1, keepdim=True) + 1e-5).sqrt()
        self.result = centred / self.s

    def backward(self):
        normal, G = self.output(), self.gradient
        mean = G.mean(dim=1, keepdim=True)
        mean_along = (G * normal).mean(dim=1, keepdim=True)
        return [(G + mean - normal * mean_along) / self.s]

# %% [markdown] mistake="layer-norm-first-sum"
# A sum instead of the first mean.
#
# Each of the d entries has a share of 1/d in mu. With a sum, the second term is d times too large.

# %%
class LayerNorm(ComputationNode):
    def forward(self):
        x = self.input(0)
        centred = x - x.mean(dim=1, keepdim=True)
        self.s = ((centred**2).mean(dim=1, keepdim=True) + 1e-5).sqrt()
        self.result = centred / self.s

    def backward(self):
        normal, G = self.output(), self.gradient
        mean = G.sum(dim=1, keepdim=True)
        mean_along = (G * normal).mean(dim=1, keepdim=True)
        return [(G - mean - normal * mean_along) / self.s]

# %% [markdown] mistake="layer-norm-forgets-upstream"
# LayerNorm forgets the upstream gradient.
#
# It puts ones in its place. With G = 1 everywhere the gradient is always 0, since the sum of a normalised row
# cannot move.

# %%
class LayerNorm(ComputationNode):
    def forward(self):
        x = self.input(0)
        centred = x - x.mean(dim=1, keepdim=True)
        self.s = ((centred**2).mean(dim=1, keepdim=True) + 1e-5).sqrt()
        self.result = centred / self.s

    def backward(self):
        normal, G = self.output(), torch.ones_like(self.gradient)
        mean = G.mean(dim=1, keepdim=True)
        mean_along = (G * normal).mean(dim=1, keepdim=True)
        return [(G - mean - normal * mean_along) / self.s]

# %% [markdown] mistake="layer-norm-min-max"
# The row is divided by its range.
#
# Dividing by max - min brings a row into a range of 1. Its standard deviation should be 1: divide by s.

# %%
class LayerNorm(ComputationNode):
    def forward(self):
        x = self.input(0)
        centred = x - x.mean(dim=1, keepdim=True)
        self.s = x.amax(dim=1, keepdim=True) - x.amin(dim=1, keepdim=True)
        self.result = centred / self.s

    def backward(self):
        normal, G = self.output(), self.gradient
        mean = G.mean(dim=1, keepdim=True)
        mean_along = (G * normal).mean(dim=1, keepdim=True)
        return [(G - mean - normal * mean_along) / self.s]

# %% [markdown] mistake="layer-norm-no-epsilon"
# Epsilon is missing, or much too small.
#
# Without it a row of equal numbers is divided by 0. It makes a difference for rows with small deviations: add
# 1e-5 to the variance.

# %%
class LayerNorm(ComputationNode):
    def forward(self):
        x = self.input(0)
        centred = x - x.mean(dim=1, keepdim=True)
        self.s = ((centred**2).mean(dim=1, keepdim=True)).sqrt()
        self.result = centred / self.s

    def backward(self):
        normal, G = self.output(), self.gradient
        mean = G.mean(dim=1, keepdim=True)
        mean_along = (G * normal).mean(dim=1, keepdim=True)
        return [(G - mean - normal * mean_along) / self.s]

# %% [markdown] mistake="layer-norm-no-first-mean"
# The term of the mean is missing.
#
# s is taken care of, but mu depends on the row, too. Adding a number to a row changes nothing, so the
# gradients of a row add up to 0: subtract the mean of the upstream gradient.

# %%
class LayerNorm(ComputationNode):
    def forward(self):
        x = self.input(0)
        centred = x - x.mean(dim=1, keepdim=True)
        self.s = ((centred**2).mean(dim=1, keepdim=True) + 1e-5).sqrt()
        self.result = centred / self.s

    def backward(self):
        normal, G = self.output(), self.gradient
        mean = G.mean(dim=1, keepdim=True)
        mean_along = (G * normal).mean(dim=1, keepdim=True)
        return [(G - normal * mean_along) / self.s]

# %% [markdown] mistake="layer-norm-no-means"
# Both mean terms are missing.
#
# The gradient is only divided by s. But when one entry of a row moves, the mean and the standard deviation
# move, and with them all the others: two more terms, each with a mean over the row.

# %%
class LayerNorm(ComputationNode):
    def forward(self):
        x = self.input(0)
        centred = x - x.mean(dim=1, keepdim=True)
        self.s = ((centred**2).mean(dim=1, keepdim=True) + 1e-5).sqrt()
        self.result = centred / self.s

    def backward(self):
        normal, G = self.output(), self.gradient
        mean = G.mean(dim=1, keepdim=True)
        mean_along = (G * normal).mean(dim=1, keepdim=True)
        return [G / self.s]

# %% [markdown] mistake="layer-norm-no-second-mean"
# The term of the standard deviation is missing, or it is 0.
#
# The mean of the gradient is subtracted, but s depends on the row, too. Stretching a row must not change
# anything: so subtract the normalised row times mean(G * row). That is the mean of a product, not a product of
# means, which would be 0.

# %%
class LayerNorm(ComputationNode):
    def forward(self):
        x = self.input(0)
        centred = x - x.mean(dim=1, keepdim=True)
        self.s = ((centred**2).mean(dim=1, keepdim=True) + 1e-5).sqrt()
        self.result = centred / self.s

    def backward(self):
        normal, G = self.output(), self.gradient
        mean = G.mean(dim=1, keepdim=True)
        mean_along = (G * normal).mean(dim=1, keepdim=True)
        return [(G - mean) / self.s]

# %% [markdown] mistake="layer-norm-not-centred"
# The row is divided by s, but its mean is not subtracted.
#
# The result has standard deviation 1, but its mean is not 0: s divides x - mu, not x.

# %%
class LayerNorm(ComputationNode):
    def forward(self):
        x = self.input(0)
        mean = x.mean(dim=1, keepdim=True)
        self.s = (((x - mean) ** 2).mean(dim=1, keepdim=True) + 1e-5).sqrt()
        self.result = x / self.s

    def backward(self):
        normal, G = self.output(), self.gradient
        mean = G.mean(dim=1, keepdim=True)
        mean_along = (G * normal).mean(dim=1, keepdim=True)
        return [(G - mean - normal * mean_along) / self.s]

# %% [markdown] mistake="layer-norm-not-divided"
# The gradient is not divided by s.
#
# A row with large numbers is divided by a large s. So its entries have to move more to move the result as
# much: the bracket is divided by s.

# %%
class LayerNorm(ComputationNode):
    def forward(self):
        x = self.input(0)
        centred = x - x.mean(dim=1, keepdim=True)
        self.s = ((centred**2).mean(dim=1, keepdim=True) + 1e-5).sqrt()
        self.result = centred / self.s

    def backward(self):
        normal, G = self.output(), self.gradient
        mean = G.mean(dim=1, keepdim=True)
        mean_along = (G * normal).mean(dim=1, keepdim=True)
        return [G - mean - normal * mean_along]

# %% [markdown] mistake="layer-norm-only-centres"
# The row is centred but not divided.
#
# The mean is 0, but the standard deviation is what it was. Divide by s.

# %%
class LayerNorm(ComputationNode):
    def forward(self):
        x = self.input(0)
        centred = x - x.mean(dim=1, keepdim=True)
        self.s = ((centred**2).mean(dim=1, keepdim=True) + 1e-5).sqrt()
        self.result = centred

    def backward(self):
        normal, G = self.output(), self.gradient
        mean = G.mean(dim=1, keepdim=True)
        mean_along = (G * normal).mean(dim=1, keepdim=True)
        return [(G - mean - normal * mean_along) / self.s]

# %% [markdown] mistake="layer-norm-only-the-first-divided"
# Only the first of the three terms is divided by s.
#
# All three reasons have the factor 1/s: the division comes after the whole bracket.

# %%
class LayerNorm(ComputationNode):
    def forward(self):
        x = self.input(0)
        centred = x - x.mean(dim=1, keepdim=True)
        self.s = ((centred**2).mean(dim=1, keepdim=True) + 1e-5).sqrt()
        self.result = centred / self.s

    def backward(self):
        normal, G = self.output(), self.gradient
        mean = G.mean(dim=1, keepdim=True)
        mean_along = (G * normal).mean(dim=1, keepdim=True)
        return [G / self.s - mean - normal * mean_along]

# %% [markdown] mistake="layer-norm-only-the-last-divided"
# Only the last of the three terms is divided by s.
#
# All three reasons have the factor 1/s: the division comes after the whole bracket.

# %%
class LayerNorm(ComputationNode):
    def forward(self):
        x = self.input(0)
        mean = x.mean(dim=1, keepdim=True)
        self.s = (((x - mean) ** 2).mean(dim=1, keepdim=True) + 1e-5).sqrt()
        self.result = (x - mean) / self.s

    def backward(self):
        normal, G = self.output(), self.gradient
        mean = G.mean(dim=1, keepdim=True)
        mean_along = (G * normal).mean(dim=1, keepdim=True)
        return [G - mean - normal * mean_along / self.s]

# %% [markdown] mistake="layer-norm-over-all"
# The whole matrix is normalised at once.
#
# mean() without dim takes all entries. Each row gets its own mean and its own s: `mean(dim=1, keepdim=True)`.

# %%
class LayerNorm(ComputationNode):
    def forward(self):
        x = self.input(0)
        centred = x - x.mean()
        self.s = ((centred**2).mean() + 1e-5).sqrt()
        self.result = centred / self.s

    def backward(self):
        normal, G = self.output(), self.gradient
        mean = G.mean()
        mean_along = (G * normal).mean()
        return [(G - mean - normal * mean_along) / self.s]

# %% [markdown] mistake="layer-norm-over-all-in-forward"
# The whole matrix is normalised at once.
#
# mean() without dim takes all entries. Each row gets its own mean and its own s: `mean(dim=1,
# keepdim=True)`.

# %%
class LayerNorm(ComputationNode):
    def forward(self):
        x = self.input(0)
        centred = x - x.mean()
        self.s = ((centred**2).mean() + 1e-5).sqrt()
        self.result = centred / self.s

    def backward(self):
        normal, G = self.output(), self.gradient
        mean = G.mean(dim=1, keepdim=True)
        mean_along = (G * normal).mean(dim=1, keepdim=True)
        return [(G - mean - normal * mean_along) / self.s]

# %% [markdown] mistake="layer-norm-plus"
# The mean terms are added.
#
# Moving x_j up moves the mean up, which moves all normalised entries down: both terms have a minus.

# %%
class LayerNorm(ComputationNode):
    def forward(self):
        x = self.input(0)
        centred = x - x.mean(dim=1, keepdim=True)
        self.s = ((centred**2).mean(dim=1, keepdim=True) + 1e-5).sqrt()
        self.result = centred / self.s

    def backward(self):
        normal, G = self.output(), self.gradient
        mean = G.mean(dim=1, keepdim=True)
        mean_along = (G * normal).mean(dim=1, keepdim=True)
        return [(G + mean + normal * mean_along) / self.s]

# %% [markdown] mistake="layer-norm-returns-upstream"
# The upstream gradient is passed on.
#
# LayerNorm divides each row by its s and couples its entries: the gradient changes on the way through it.

# %%
class LayerNorm(ComputationNode):
    def forward(self):
        x = self.input(0)
        centred = x - x.mean(dim=1, keepdim=True)
        self.s = ((centred**2).mean(dim=1, keepdim=True) + 1e-5).sqrt()
        self.result = centred / self.s

    def backward(self):
        normal, G = self.output(), self.gradient
        mean = G.mean(dim=1, keepdim=True)
        mean_along = (G * normal).mean(dim=1, keepdim=True)
        return [G]

# %% [markdown] mistake="layer-norm-rms"
# The mean is not subtracted.
#
# That is RMS normalisation: the row divided by the root of the mean of its squares. Layer normalisation
# subtracts the mean first.

# %%
class LayerNorm(ComputationNode):
    def forward(self):
        x = self.input(0)
        centred = x
        self.s = ((centred**2).mean(dim=1, keepdim=True) + 1e-5).sqrt()
        self.result = centred / self.s

    def backward(self):
        normal, G = self.output(), self.gradient
        mean = G.mean(dim=1, keepdim=True)
        mean_along = (G * normal).mean(dim=1, keepdim=True)
        return [(G - mean - normal * mean_along) / self.s]

# %% [markdown] mistake="layer-norm-second-mean-of-gradient"
# The second mean is that of the gradient alone.
#
# For the standard deviation, G is multiplied by the normalised row before its mean is taken: mean(G *
# normal), then times the row once more.

# %%
class LayerNorm(ComputationNode):
    def forward(self):
        x = self.input(0)
        centred = x - x.mean(dim=1, keepdim=True)
        self.s = ((centred**2).mean(dim=1, keepdim=True) + 1e-5).sqrt()
        self.result = centred / self.s

    def backward(self):
        normal, G = self.output(), self.gradient
        mean = G.mean(dim=1, keepdim=True)
        mean_along = G.mean(dim=1, keepdim=True)
        return [(G - mean - normal * mean_along) / self.s]

# %% [markdown] mistake="layer-norm-second-mean-with-centred"
# In the third term, the row is centred but not divided by s.
#
# The normalised row appears twice in the third term. x - mu is s times as large, so the term comes out s
# squared times as large.

# %%
class LayerNorm(ComputationNode):
    def forward(self):
        x = self.input(0)
        centred = x - x.mean(dim=1, keepdim=True)
        self.s = ((centred**2).mean(dim=1, keepdim=True) + 1e-5).sqrt()
        self.result = centred / self.s

    def backward(self):
        normal, G = self.output() * self.s, self.gradient
        mean = G.mean(dim=1, keepdim=True)
        mean_along = (G * normal).mean(dim=1, keepdim=True)
        return [(G - mean - normal * mean_along) / self.s]

# %% [markdown] mistake="layer-norm-second-mean-with-input"
# The input is used instead of the normalised row.
#
# The normalised row appears twice in the third term. It is the output: (x - mu) / s.

# %%
class LayerNorm(ComputationNode):
    def forward(self):
        x = self.input(0)
        centred = x - x.mean(dim=1, keepdim=True)
        self.s = ((centred**2).mean(dim=1, keepdim=True) + 1e-5).sqrt()
        self.result = centred / self.s

    def backward(self):
        normal, G = self.input(0), self.gradient
        mean = G.mean(dim=1, keepdim=True)
        mean_along = (G * normal).mean(dim=1, keepdim=True)
        return [(G - mean - normal * mean_along) / self.s]

# %% [markdown] mistake="layer-norm-second-mean-without-row"
# The second mean is subtracted without the normalised row.
#
# When the standard deviation changes, each entry moves in proportion to its distance from the mean.
# So the second mean is multiplied by the normalised row before it is subtracted.

# %%
class LayerNorm(ComputationNode):
    def forward(self):
        x = self.input(0)
        centred = x - x.mean(dim=1, keepdim=True)
        self.s = ((centred**2).mean(dim=1, keepdim=True) + 1e-5).sqrt()
        self.result = centred / self.s

    def backward(self):
        normal, G = self.output(), self.gradient
        mean = G.mean(dim=1, keepdim=True)
        mean_along = (G * normal).mean(dim=1, keepdim=True)
        return [(G - mean - mean_along) / self.s]

# %% [markdown] mistake="layer-norm-second-plus"
# The third term is added.
#
# Moving an entry further away from the mean makes s larger, and the normalised entries smaller: the
# third term has a minus.

# %%
class LayerNorm(ComputationNode):
    def forward(self):
        x = self.input(0)
        centred = x - x.mean(dim=1, keepdim=True)
        self.s = ((centred**2).mean(dim=1, keepdim=True) + 1e-5).sqrt()
        self.result = centred / self.s

    def backward(self):
        normal, G = self.output(), self.gradient
        mean = G.mean(dim=1, keepdim=True)
        mean_along = (G * normal).mean(dim=1, keepdim=True)
        return [(G - mean + normal * mean_along) / self.s]

# %% [markdown] mistake="layer-norm-second-sum"
# A sum instead of the second mean.
#
# Each of the d entries has a share of 1/d in s. With a sum, the third term is d times too large.

# %%
class LayerNorm(ComputationNode):
    def forward(self):
        x = self.input(0)
        centred = x - x.mean(dim=1, keepdim=True)
        self.s = ((centred**2).mean(dim=1, keepdim=True) + 1e-5).sqrt()
        self.result = centred / self.s

    def backward(self):
        normal, G = self.output(), self.gradient
        mean = G.mean(dim=1, keepdim=True)
        mean_along = (G * normal).sum(dim=1, keepdim=True)
        return [(G - mean - normal * mean_along) / self.s]

# %% [markdown] mistake="layer-norm-std"
# The standard deviation divides by d - 1.
#
# `std()` estimates the deviation of what a sample was drawn from, and divides by d - 1. Here it is that of
# the row itself: the mean of the squares, divided by d.

# %%
class LayerNorm(ComputationNode):
    def forward(self):
        x = self.input(0)
        centred = x - x.mean(dim=1, keepdim=True)
        self.s = (x.var(dim=1, keepdim=True) + 1e-5).sqrt()
        self.result = centred / self.s

    def backward(self):
        normal, G = self.output(), self.gradient
        mean = G.mean(dim=1, keepdim=True)
        mean_along = (G * normal).mean(dim=1, keepdim=True)
        return [(G - mean - normal * mean_along) / self.s]

# %% [markdown] mistake="layer-norm-std-alone"
# The standard deviation divides by d - 1.
#
# `std()` estimates the deviation of what a sample was drawn from, and divides by d - 1. Here it is that of
# the row itself: the mean of the squares, divided by d. And epsilon is missing.

# %%
class LayerNorm(ComputationNode):
    def forward(self):
        x = self.input(0)
        self.s = x.std(dim=1, keepdim=True)
        self.result = (x - x.mean(dim=1, keepdim=True)) / self.s

    def backward(self):
        normal, G = self.output(), self.gradient
        mean = G.mean(dim=1, keepdim=True)
        mean_along = (G * normal).mean(dim=1, keepdim=True)
        return [(G - mean - normal * mean_along) / self.s]

# %% [markdown] mistake="layer-norm-std-and-epsilon"
# The standard deviation divides by d - 1, and epsilon is added after the root.
#
# `std()` divides by d - 1, but here the mean of the squares is meant, divided by d. And epsilon belongs
# under the root.

# %%
class LayerNorm(ComputationNode):
    def forward(self):
        x = self.input(0)
        self.s = x.std(dim=1, keepdim=True) + 1e-5
        self.result = (x - x.mean(dim=1, keepdim=True)) / self.s

    def backward(self):
        normal, G = self.output(), self.gradient
        mean = G.mean(dim=1, keepdim=True)
        mean_along = (G * normal).mean(dim=1, keepdim=True)
        return [(G - mean - normal * mean_along) / self.s]

# %% [markdown] mistake="layer-norm-sum-of-squares"
# The squares are added up, and their mean is not taken.
#
# A standard deviation is the root of the *mean* of the squared distances. The root of their sum is larger, by
# the root of d.

# %%
class LayerNorm(ComputationNode):
    def forward(self):
        x = self.input(0)
        centred = x - x.mean(dim=1, keepdim=True)
        self.s = ((centred**2).sum(dim=1, keepdim=True) + 1e-5).sqrt()
        self.result = centred / self.s

    def backward(self):
        normal, G = self.output(), self.gradient
        mean = G.mean(dim=1, keepdim=True)
        mean_along = (G * normal).mean(dim=1, keepdim=True)
        return [(G - mean - normal * mean_along) / self.s]

# %% [markdown] mistake="layer-norm-sums"
# Sums instead of means.
#
# Each of the d entries has a share of 1/d in mu and in s. With sums, both terms are d times too large.

# %%
class LayerNorm(ComputationNode):
    def forward(self):
        x = self.input(0)
        centred = x - x.mean(dim=1, keepdim=True)
        self.s = ((centred**2).mean(dim=1, keepdim=True) + 1e-5).sqrt()
        self.result = centred / self.s

    def backward(self):
        normal, G = self.output(), self.gradient
        mean = G.sum(dim=1, keepdim=True)
        mean_along = (G * normal).sum(dim=1, keepdim=True)
        return [(G - mean - normal * mean_along) / self.s]

# %% [markdown] mistake="layer-norm-times-s"
# The gradient is multiplied by s.
#
# Twice the row gives the same result, so each entry has half the influence: the gradient is divided by s.

# %%
class LayerNorm(ComputationNode):
    def forward(self):
        x = self.input(0)
        centred = x - x.mean(dim=1, keepdim=True)
        self.s = ((centred**2).mean(dim=1, keepdim=True) + 1e-5).sqrt()
        self.result = centred / self.s

    def backward(self):
        normal, G = self.output(), self.gradient
        mean = G.mean(dim=1, keepdim=True)
        mean_along = (G * normal).mean(dim=1, keepdim=True)
        return [(G - mean - normal * mean_along) * self.s]

# %% [markdown] right="hw8-layer-norm-by-the-jacobian"
# LayerNorm that writes down the whole Jacobian of each row.

# %%
class LayerNorm(ComputationNode):
    def forward(self):
        x = self.input(0)
        mean = x.mean(1, keepdim=True)
        variance = x.var(1, unbiased=False, keepdim=True)
        self.result = (x - mean) / torch.sqrt(variance + 1e-5)
        self.s = torch.sqrt(variance + 1e-5)

    def backward(self):
        rows = []
        for n, s, g in zip(self.result, self.s, self.gradient):
            d = len(n)
            jacobian = (torch.eye(d, dtype=n.dtype) - 1 / d - torch.outer(n, n) / d) / s
            rows.append(g @ jacobian)
        return [torch.stack(rows)]

# %% [markdown] right="hw8-layer-norm-step-by-step"
# LayerNorm backward through each step of forward, without tidying up.

# %%
class LayerNorm(ComputationNode):
    def forward(self):
        x = self.input(0)
        self.c = x - x.mean(dim=1, keepdim=True)
        self.v = (self.c * self.c).mean(dim=1, keepdim=True)
        self.r = (self.v + 1e-5) ** -0.5
        self.result = self.c * self.r

    def backward(self):
        G, d = self.gradient, self.gradient.shape[1]
        dr = (G * self.c).sum(dim=1, keepdim=True)
        dv = dr * -0.5 * (self.v + 1e-5) ** -1.5
        dc = G * self.r + dv * 2 * self.c / d
        return [dc - dc.sum(dim=1, keepdim=True) / d]

# %% [markdown] right="hw8-layer-norm-sums-and-d"
# LayerNorm with sums and d, computing the forward pass again in backward.

# %%
class LayerNorm(ComputationNode):
    def normal(self):
        x = self.input(0)
        d = x.size(1)
        c = x - x.sum(1)[:, None] / d
        s = ((c**2).sum(1)[:, None] / d + 0.00001) ** 0.5
        return c / s, s, d

    def forward(self):
        self.result = self.normal()[0]

    def backward(self):
        n, s, d = self.normal()
        G = self.gradient
        along = torch.einsum("ij,ij->i", G, n)[:, None]
        return [(d * G - G.sum(1)[:, None] - n * along) / (d * s)]

# %% [markdown] right="hw8-layer-norm-transposed"
# LayerNorm on columns of the transpose.

# %%
class LayerNorm(ComputationNode):
    def forward(self):
        x = self.input(0).T
        self.s = torch.sqrt(((x - x.mean(0)) ** 2).mean(0) + 1e-5)
        self.n = (x - x.mean(0)) / self.s
        self.result = self.n.T

    def backward(self):
        G = self.gradient.T
        return [((G - G.mean(0) - self.n * (G * self.n).mean(0)) / self.s).T]
