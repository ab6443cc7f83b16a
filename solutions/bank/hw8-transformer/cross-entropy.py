# %% [markdown] exercise=["hw8-transformer/cross-entropy"]

# %% [markdown] mistake="cross-entropy-adds-one"
# 1 is added at the right token.
#
# The gradient is p - y, and y is 1 at the right token. Raising its logit makes the loss smaller: the
# gradient there has to be negative.

# %%
class CrossEntropy(ComputationNode):
    def __init__(self, logits, targets, name=None):
        super().__init__(logits, name=name)
        self.targets = targets  # the number of the right token of each row

    def forward(self):
        z = self.input(0)
        z = z - z.max(dim=1, keepdim=True).values
        log_p = z - z.exp().sum(dim=1, keepdim=True).log()
        self.p = log_p.exp()
        self.result = -log_p[range(len(z)), self.targets].mean()

    def backward(self):
        difference = self.p.clone()
        difference[range(len(self.p)), self.targets] += 1
        return [self.gradient * difference / len(self.p)]

# %% [markdown] mistake="cross-entropy-changes-p"
# CrossEntropy's backward changes what forward has kept.
#
# Subtracting with `-=` writes into the kept probabilities. A second backward call starts from p - y
# and subtracts once more. Change a copy, made by `clone()`.

# %%
class CrossEntropy(ComputationNode):
    def __init__(self, logits, targets, name=None):
        super().__init__(logits, name=name)
        self.targets = targets

    def forward(self):
        z = self.input(0)
        z = z - z.max(dim=1, keepdim=True).values
        log_p = z - z.exp().sum(dim=1, keepdim=True).log()
        self.p = log_p.exp()
        self.result = -log_p[range(len(z)), self.targets].mean()

    def backward(self):
        self.p[range(len(self.p)), self.targets] -= 1
        return [self.gradient * self.p / len(self.p)]

# %% [markdown] mistake="cross-entropy-clamps-the-logits"
# Large logits are cut off.
#
# Clamped to 50, a logit of 1000 is as good as one of 60. That is another function, whose gradient
# is 0 beyond 50. Subtract the maximum of each row: that changes nothing.

# %%
class CrossEntropy(ComputationNode):
    def __init__(self, logits, targets, name=None):
        super().__init__(logits, name=name)
        self.targets = targets  # the number of the right token of each row

    def forward(self):
        z = self.input(0)
        z = z.clamp(-50, 50)
        log_p = z - z.exp().sum(dim=1, keepdim=True).log()
        self.p = log_p.exp()
        self.result = -log_p[range(len(z)), self.targets].mean()

    def backward(self):
        difference = self.p.clone()
        difference[range(len(self.p)), self.targets] -= 1
        return [self.gradient * difference / len(self.p)]

# %% [markdown] mistake="cross-entropy-counts-from-one"
# Tokens are counted from 1.
#
# A token is its number in the vocabulary, counted from 0, as entries of a tensor are. For the target 2,
# the third logit of the row is meant.

# %%
class CrossEntropy(ComputationNode):
    def __init__(self, logits, targets, name=None):
        super().__init__(logits, name=name)
        self.targets = targets  # the number of the right token of each row

    def forward(self):
        z = self.input(0)
        z = z - z.max(dim=1, keepdim=True).values
        self.log_p = z - z.exp().sum(dim=1, keepdim=True).log()
        self.result = -self.log_p[range(len(z)), [t - 1 for t in self.targets]].mean()

    def backward(self):
        p = self.log_p.exp()
        p[range(len(p)), [t - 1 for t in self.targets]] -= 1
        return [self.gradient * p / len(p)]

# %% [markdown] mistake="cross-entropy-counts-from-one-in-forward"
# Forward counts tokens from 1.
#
# A token is its number in the vocabulary, counted from 0, as entries of a tensor are. For the target 2,
# the third logit of the row is meant.

# %%
class CrossEntropy(ComputationNode):
    def __init__(self, logits, targets, name=None):
        super().__init__(logits, name=name)
        self.targets = targets  # the number of the right token of each row

    def forward(self):
        z = self.input(0)
        z = z - z.max(dim=1, keepdim=True).values
        self.log_p = z - z.exp().sum(dim=1, keepdim=True).log()
        self.result = -self.log_p[range(len(z)), [t - 1 for t in self.targets]].mean()

    def backward(self):
        p = self.log_p.exp()
        p[range(len(p)), self.targets] -= 1
        return [self.gradient * p / len(p)]

# %% [markdown] mistake="cross-entropy-divides-by-all"
# The gradient of cross-entropy is divided by the number of all entries.
#
# Each row has one loss, however many logits it has. So the mean is over n losses, not over all
# entries of the matrix.

# %%
class CrossEntropy(ComputationNode):
    def __init__(self, logits, targets, name=None):
        super().__init__(logits, name=name)
        self.targets = targets  # the number of the right token of each row

    def forward(self):
        z = self.input(0)
        z = z - z.max(dim=1, keepdim=True).values
        log_p = z - z.exp().sum(dim=1, keepdim=True).log()
        self.p = log_p.exp()
        self.result = -log_p[range(len(z)), self.targets].mean()

    def backward(self):
        difference = self.p.clone()
        difference[range(len(self.p)), self.targets] -= 1
        return [self.gradient * difference / self.p.numel()]

# %% [markdown] mistake="cross-entropy-divides-by-columns"
# The gradient of cross-entropy is divided by the number of logits.
#
# The mean is over the rows, one for each example. How many rows are there, and how many entries
# does each have? With n = 3 rows of 4 logits, divide by 3.

# %%
class CrossEntropy(ComputationNode):
    def __init__(self, logits, targets, name=None):
        super().__init__(logits, name=name)
        self.targets = targets  # the number of the right token of each row

    def forward(self):
        z = self.input(0)
        z = z - z.max(dim=1, keepdim=True).values
        log_p = z - z.exp().sum(dim=1, keepdim=True).log()
        self.p = log_p.exp()
        self.result = -log_p[range(len(z)), self.targets].mean()

    def backward(self):
        difference = self.p.clone()
        difference[range(len(self.p)), self.targets] -= 1
        return [self.gradient * difference / self.p.shape[1]]

# %% [markdown] mistake="cross-entropy-epsilon-in-log"
# A small number is added to p before the logarithm.
#
# log(p + 1e-8) is finite, but it is another function: no surprise is larger than 18.4 any more, and small
# ones are changed a little. Compute log p from the logits, and nothing has to be added.

# %%
class CrossEntropy(ComputationNode):
    def __init__(self, logits, targets, name=None):
        super().__init__(logits, name=name)
        self.targets = targets  # the number of the right token of each row

    def forward(self):
        z = self.input(0)
        z = z - z.max(dim=1, keepdim=True).values
        self.p = z.exp() / z.exp().sum(dim=1, keepdim=True)
        log_p = (self.p + 1e-8).log()
        self.result = -log_p[range(len(z)), self.targets].mean()

    def backward(self):
        difference = self.p.clone()
        difference[range(len(self.p)), self.targets] -= 1
        return [self.gradient * difference / len(self.p)]

# %% [markdown] mistake="cross-entropy-first-row-only"
# Only the first row has its target subtracted.
#
# Every row has a target of its own. `difference[0, ...]` is the first row: index with range(n), or loop over
# all rows.

# %%
class CrossEntropy(ComputationNode):
    def __init__(self, logits, targets, name=None):
        super().__init__(logits, name=name)
        self.targets = targets  # the number of the right token of each row

    def forward(self):
        z = self.input(0)
        z = z - z.max(dim=1, keepdim=True).values
        log_p = z - z.exp().sum(dim=1, keepdim=True).log()
        self.p = log_p.exp()
        self.result = -log_p[range(len(z)), self.targets].mean()

    def backward(self):
        difference = self.p.clone()
        difference[0, self.targets[0]] -= 1
        return [self.gradient * difference / len(self.p)]

# %% [markdown] mistake="cross-entropy-forgets-upstream"
# Cross-entropy forgets the upstream gradient.
#
# A loss is often the end of the graph, and then the upstream gradient is 1. But with a penalty, or as half of
# an objective, it is not: multiply by `self.gradient`.

# %%
class CrossEntropy(ComputationNode):
    def __init__(self, logits, targets, name=None):
        super().__init__(logits, name=name)
        self.targets = targets  # the number of the right token of each row

    def forward(self):
        z = self.input(0)
        z = z - z.max(dim=1, keepdim=True).values
        log_p = z - z.exp().sum(dim=1, keepdim=True).log()
        self.p = log_p.exp()
        self.result = -log_p[range(len(z)), self.targets].mean()

    def backward(self):
        difference = self.p.clone()
        difference[range(len(self.p)), self.targets] -= 1
        return [difference / len(self.p)]

# %% [markdown] mistake="cross-entropy-largest-logit"
# Cross-entropy with the largest logit in place of the logarithm of the sum.
#
# Where one logit is far above the others, the two are nearly the same. Where two are close, each has
# its part in the sum and in the gradient. Subtract the maximum, then add up all exponentials.

# %%
class CrossEntropy(ComputationNode):
    def __init__(self, logits, targets, name=None):
        super().__init__(logits, name=name)
        self.targets = targets

    def forward(self):
        z = self.input(0)
        rows = range(len(z))
        self.result = (z.max(dim=1).values - z[rows, self.targets]).mean()

    def backward(self):
        z = self.input(0)
        rows = range(len(z))
        share = torch.zeros_like(z)
        share[rows, z.argmax(dim=1)] += 1
        share[rows, self.targets] -= 1
        return [self.gradient * share / len(z)]

# %% [markdown] mistake="cross-entropy-log-base-2"
# The loss is in bits.
#
# Here the logarithm is the natural one, as in PyTorch: log2 is larger by a factor of 1.44, and so
# is its gradient.

# %%
class CrossEntropy(ComputationNode):
    def __init__(self, logits, targets, name=None):
        super().__init__(logits, name=name)
        self.targets = targets  # the number of the right token of each row

    def forward(self):
        z = self.input(0)
        z = z - z.max(dim=1, keepdim=True).values
        log_p = z - z.exp().sum(dim=1, keepdim=True).log()
        self.p = log_p.exp()
        self.result = -log_p[range(len(z)), self.targets].mean() / math.log(2)

    def backward(self):
        difference = self.p.clone()
        difference[range(len(self.p)), self.targets] -= 1
        return [self.gradient * difference / len(self.p) / math.log(2)]

# %% [markdown] mistake="cross-entropy-log-of-zero"
# The logarithm is taken of a probability that was rounded to 0.
#
# Nothing overflows. But p of a very unlikely token is 0 in floating point, and
# its logarithm is -inf. Compute log p without p: z - m minus the logarithm of the sum.

# %%
class CrossEntropy(ComputationNode):
    def __init__(self, logits, targets, name=None):
        super().__init__(logits, name=name)
        self.targets = targets  # the number of the right token of each row

    def forward(self):
        z = self.input(0)
        z = z - z.max(dim=1, keepdim=True).values
        self.p = z.exp() / z.exp().sum(dim=1, keepdim=True)
        log_p = self.p.log()
        self.result = -log_p[range(len(z)), self.targets].mean()

    def backward(self):
        difference = self.p.clone()
        difference[range(len(self.p)), self.targets] -= 1
        return [self.gradient * difference / len(self.p)]

# %% [markdown] mistake="cross-entropy-maximum-in-gradient"
# The gradient flows through the maximum only once.
#
# The logit that is the maximum got an extra share. The maximum appears twice in the formula, with +
# and with -, so its two shares cancel. Treat it as a constant.

# %%
class CrossEntropy(ComputationNode):
    def __init__(self, logits, targets, name=None):
        super().__init__(logits, name=name)
        self.targets = targets  # the number of the right token of each row

    def forward(self):
        z = self.input(0)
        z = z - z.max(dim=1, keepdim=True).values
        log_p = z - z.exp().sum(dim=1, keepdim=True).log()
        self.p = log_p.exp()
        self.result = -log_p[range(len(z)), self.targets].mean()

    def backward(self):
        difference = self.p.clone()
        difference[range(len(self.p)), self.targets] -= 1
        difference[range(len(self.p)), self.p.argmax(dim=1)] += 1
        return [self.gradient * difference / len(self.p)]

# %% [markdown] mistake="cross-entropy-maximum-of-all"
# From a row of small logits, far more than its own maximum is subtracted.
#
# If the logits of a row are all far below what is subtracted, such as the maximum of the whole
# matrix, its exponentials are all 0, and log 0 is -inf. Subtract from each row its own maximum.

# %%
class CrossEntropy(ComputationNode):
    def __init__(self, logits, targets, name=None):
        super().__init__(logits, name=name)
        self.targets = targets  # the number of the right token of each row

    def forward(self):
        z = self.input(0)
        z = z - z.max()
        log_p = z - z.exp().sum(dim=1, keepdim=True).log()
        self.p = log_p.exp()
        self.result = -log_p[range(len(z)), self.targets].mean()

    def backward(self):
        difference = self.p.clone()
        difference[range(len(self.p)), self.targets] -= 1
        return [self.gradient * difference / len(self.p)]

# %% [markdown] mistake="cross-entropy-maximum-stays-in-p"
# The maximum is subtracted in only one of the two terms, and the probabilities are too large.
#
# log p is z - m minus the logarithm of the sum of e^(z - m). With z in place of z - m, p is e^m times as
# large, and a row of p no longer adds up to 1.

# %%
class CrossEntropy(ComputationNode):
    def __init__(self, logits, targets, name=None):
        super().__init__(logits, name=name)
        self.targets = targets  # the number of the right token of each row

    def forward(self):
        z = self.input(0)
        m = z.max(dim=1, keepdim=True).values
        self.log_p = z - (z - m).exp().sum(dim=1, keepdim=True).log()
        self.result = -self.log_p[range(len(z)), self.targets].mean()

    def backward(self):
        p = self.log_p.exp()
        p[range(len(p)), self.targets] -= 1
        return [self.gradient * p / len(p)]

# %% [markdown] mistake="cross-entropy-maximum-subtracted-once"
# The maximum is subtracted in only one of the two terms.
#
# Subtracted from all logits, it changes nothing. So it belongs in the second term, too: minus (z_t - m),
# not minus z_t.

# %%
class CrossEntropy(ComputationNode):
    def __init__(self, logits, targets, name=None):
        super().__init__(logits, name=name)
        self.targets = targets  # the number of the right token of each row

    def forward(self):
        z = self.input(0)
        m = z.max(dim=1, keepdim=True).values
        log_sum = (z - m).exp().sum(dim=1).log()
        self.result = (log_sum - z[range(len(z)), self.targets]).mean()

    def backward(self):
        p = self.input(0).softmax(dim=1)
        difference = p.clone()
        difference[range(len(p)), self.targets] -= 1
        return [self.gradient * difference / len(p)]

# %% [markdown] mistake="cross-entropy-mean-of-all"
# The mean is taken over all tokens, not over the right ones.
#
# The loss of a row is -log p of its right token alone: one number for each row. What the model thinks of the
# other tokens is in the sum of the exponentials already.

# %%
class CrossEntropy(ComputationNode):
    def __init__(self, logits, targets, name=None):
        super().__init__(logits, name=name)
        self.targets = targets  # the number of the right token of each row

    def forward(self):
        z = self.input(0)
        z = z - z.max(dim=1, keepdim=True).values
        self.log_p = z - z.exp().sum(dim=1, keepdim=True).log()
        self.result = -self.log_p.mean()

    def backward(self):
        p = self.log_p.exp()
        p[range(len(p)), self.targets] -= 1
        return [self.gradient * p / len(p)]

# %% [markdown] mistake="cross-entropy-no-log-sum"
# The logarithm of the sum is missing.
#
# -z_t alone gets ever smaller as the logit grows. log p_t is z_t minus the logarithm of the sum of all
# exponentials.

# %%
class CrossEntropy(ComputationNode):
    def __init__(self, logits, targets, name=None):
        super().__init__(logits, name=name)
        self.targets = targets  # the number of the right token of each row

    def forward(self):
        z = self.input(0)
        m = z.max(dim=1, keepdim=True).values
        log_sum = (z - m).exp().sum(dim=1).log()
        self.result = -z[range(len(z)), self.targets].mean()

    def backward(self):
        p = self.input(0).softmax(dim=1)
        difference = p.clone()
        difference[range(len(p)), self.targets] -= 1
        return [self.gradient * difference / len(p)]

# %% [markdown] mistake="cross-entropy-no-mean"
# The gradient of cross-entropy is not divided by n.
#
# The result is a mean over n rows. A row's own loss moves it by only 1/n as much, so p - y has to
# be divided by the number of rows.

# %%
class CrossEntropy(ComputationNode):
    def __init__(self, logits, targets, name=None):
        super().__init__(logits, name=name)
        self.targets = targets  # the number of the right token of each row

    def forward(self):
        z = self.input(0)
        z = z - z.max(dim=1, keepdim=True).values
        log_p = z - z.exp().sum(dim=1, keepdim=True).log()
        self.p = log_p.exp()
        self.result = -log_p[range(len(z)), self.targets].mean()

    def backward(self):
        difference = self.p.clone()
        difference[range(len(self.p)), self.targets] -= 1
        return [self.gradient * difference]

# %% [markdown] mistake="cross-entropy-of-probabilities"
# Cross-entropy returns the gradient for probabilities, not for logits.
#
# -1/p at the right token is the local gradient of the logarithm with respect to p. The input is the
# logits: it still has to go through the softmax, and together they give p - y.

# %%
class CrossEntropy(ComputationNode):
    def __init__(self, logits, targets, name=None):
        super().__init__(logits, name=name)
        self.targets = targets  # the number of the right token of each row

    def forward(self):
        z = self.input(0)
        z = z - z.max(dim=1, keepdim=True).values
        log_p = z - z.exp().sum(dim=1, keepdim=True).log()
        self.p = log_p.exp()
        self.result = -log_p[range(len(z)), self.targets].mean()

    def backward(self):
        difference = torch.zeros_like(self.p)
        rows = range(len(self.p))
        difference[rows, self.targets] = -1 / self.p[rows, self.targets]
        return [self.gradient * difference / len(self.p)]

# %% [markdown] mistake="cross-entropy-one-everywhere"
# 1 is subtracted at every token.
#
# y has a single 1 in each row, at the right token. Elsewhere the gradient is p itself.

# %%
class CrossEntropy(ComputationNode):
    def __init__(self, logits, targets, name=None):
        super().__init__(logits, name=name)
        self.targets = targets  # the number of the right token of each row

    def forward(self):
        z = self.input(0)
        m = z.max(dim=1, keepdim=True).values
        log_sum = (z - m).exp().sum(dim=1).log()
        self.result = (log_sum - (z - m)[range(len(z)), self.targets]).mean()

    def backward(self):
        p = self.input(0).softmax(dim=1)
        difference = p - 1
        return [self.gradient * difference / len(p)]

# %% [markdown] mistake="cross-entropy-one-in-every-row"
# 1 is subtracted at the targets of all rows, in every row.
#
# `B[:, targets]` takes the columns of all targets from each row. Each row has one right token: with
# `range(n)` in place of the colon, row i is paired with its own target.

# %%
class CrossEntropy(ComputationNode):
    def __init__(self, logits, targets, name=None):
        super().__init__(logits, name=name)
        self.targets = targets  # the number of the right token of each row

    def forward(self):
        z = self.input(0)
        z = z - z.max(dim=1, keepdim=True).values
        log_p = z - z.exp().sum(dim=1, keepdim=True).log()
        self.p = log_p.exp()
        self.result = -log_p[range(len(z)), self.targets].mean()

    def backward(self):
        difference = self.p.clone()
        difference[:, self.targets] -= 1
        return [self.gradient * difference / len(self.p)]

# %% [markdown] mistake="cross-entropy-only-p"
# The right token is not subtracted.
#
# Adding the same number to all logits changes nothing, so each row of the gradient adds up to 0. The
# probabilities alone add up to 1: at the right token, 1 has to be subtracted.

# %%
class CrossEntropy(ComputationNode):
    def __init__(self, logits, targets, name=None):
        super().__init__(logits, name=name)
        self.targets = targets  # the number of the right token of each row

    def forward(self):
        z = self.input(0)
        z = z - z.max(dim=1, keepdim=True).values
        log_p = z - z.exp().sum(dim=1, keepdim=True).log()
        self.p = log_p.exp()
        self.result = -log_p[range(len(z)), self.targets].mean()

    def backward(self):
        difference = self.p.clone()
        return [self.gradient * difference / len(self.p)]

# %% [markdown] mistake="cross-entropy-only-p-minus-y"
# Cross-entropy returns p - y and nothing more.
#
# That is the gradient of each row's own loss. The result is a mean over n rows, so it is divided by n, and it
# is multiplied by the upstream gradient. On the first values the two cancel: there are three rows, and the
# upstream gradient is 3.

# %%
class CrossEntropy(ComputationNode):
    def __init__(self, logits, targets, name=None):
        super().__init__(logits, name=name)
        self.targets = targets  # the number of the right token of each row

    def forward(self):
        z = self.input(0)
        z = z - z.max(dim=1, keepdim=True).values
        log_p = z - z.exp().sum(dim=1, keepdim=True).log()
        self.p = log_p.exp()
        self.result = -log_p[range(len(z)), self.targets].mean()

    def backward(self):
        difference = self.p.clone()
        difference[range(len(self.p)), self.targets] -= 1
        return [difference]

# %% [markdown] mistake="cross-entropy-only-target"
# Only the logit of the right token gets a gradient.
#
# The other logits are in the sum under the logarithm too. Raise one of them, and the right token becomes less
# probable: each gets its p.

# %%
class CrossEntropy(ComputationNode):
    def __init__(self, logits, targets, name=None):
        super().__init__(logits, name=name)
        self.targets = targets  # the number of the right token of each row

    def forward(self):
        z = self.input(0)
        z = z - z.max(dim=1, keepdim=True).values
        log_p = z - z.exp().sum(dim=1, keepdim=True).log()
        self.p = log_p.exp()
        self.result = -log_p[range(len(z)), self.targets].mean()

    def backward(self):
        difference = torch.zeros_like(self.p)
        rows = range(len(self.p))
        difference[rows, self.targets] = self.p[rows, self.targets] - 1
        return [self.gradient * difference / len(self.p)]

# %% [markdown] mistake="cross-entropy-overflows"
# The exponentials are taken of the logits as they are.
#
# For logits of 1000, the exponential is inf, and inf / inf is nan. Subtract the maximum of each row first:
# then the largest exponent is 0, and nothing else changes.

# %%
class CrossEntropy(ComputationNode):
    def __init__(self, logits, targets, name=None):
        super().__init__(logits, name=name)
        self.targets = targets  # the number of the right token of each row

    def forward(self):
        z = self.input(0)
        log_p = z - z.exp().sum(dim=1, keepdim=True).log()
        self.p = log_p.exp()
        self.result = -log_p[range(len(z)), self.targets].mean()

    def backward(self):
        difference = self.p.clone()
        difference[range(len(self.p)), self.targets] -= 1
        return [self.gradient * difference / len(self.p)]

# %% [markdown] mistake="cross-entropy-overflows-in-the-quotient"
# The exponentials are taken of the logits as they are.
#
# For logits of 1000, the exponential is inf, and inf / inf is nan. Subtract the maximum of each row first:
# then the largest exponent is 0, and nothing else changes.

# %%
class CrossEntropy(ComputationNode):
    def __init__(self, logits, targets, name=None):
        super().__init__(logits, name=name)
        self.targets = targets  # the number of the right token of each row

    def forward(self):
        z = self.input(0)
        self.p = z.exp() / z.exp().sum(dim=1, keepdim=True)
        self.result = -self.p[range(len(z)), self.targets].log().mean()

    def backward(self):
        difference = self.p.clone()
        difference[range(len(self.p)), self.targets] -= 1
        return [self.gradient * difference / len(self.p)]

# %% [markdown] mistake="cross-entropy-probability-as-loss"
# The loss is 1 - p.
#
# 1 - p of the right token is never more than 1, even when the model was certain and wrong. Cross-entropy
# takes the logarithm: -log p.

# %%
class CrossEntropy(ComputationNode):
    def __init__(self, logits, targets, name=None):
        super().__init__(logits, name=name)
        self.targets = targets  # the number of the right token of each row

    def forward(self):
        z = self.input(0)
        z = z - z.max(dim=1, keepdim=True).values
        log_p = z - z.exp().sum(dim=1, keepdim=True).log()
        self.p = log_p.exp()
        self.result = (1 - self.p[range(len(z)), self.targets]).mean()

    def backward(self):
        difference = self.p.clone()
        difference[range(len(self.p)), self.targets] -= 1
        return [self.gradient * difference / len(self.p)]

# %% [markdown] mistake="cross-entropy-puts-minus-one"
# -1 stands in place of p at the right token.
#
# The gradient there is p - 1, which is near 0 if the model is nearly sure. `B[i, t] = -1` overwrites p;
# `-= 1` subtracts.

# %%
class CrossEntropy(ComputationNode):
    def __init__(self, logits, targets, name=None):
        super().__init__(logits, name=name)
        self.targets = targets  # the number of the right token of each row

    def forward(self):
        z = self.input(0)
        z = z - z.max(dim=1, keepdim=True).values
        self.log_p = z - z.exp().sum(dim=1, keepdim=True).log()
        self.result = -self.log_p[range(len(z)), self.targets].mean()

    def backward(self):
        p = self.log_p.exp()
        p[range(len(p)), self.targets] = -1
        return [self.gradient * p / len(p)]

# %% [markdown] mistake="cross-entropy-puts-one"
# 1 stands in place of p at the right token.
#
# The gradient there is p - 1. `B[i, t] = 1` overwrites p; `-= 1` subtracts.

# %%
class CrossEntropy(ComputationNode):
    def __init__(self, logits, targets, name=None):
        super().__init__(logits, name=name)
        self.targets = targets  # the number of the right token of each row

    def forward(self):
        z = self.input(0)
        z = z - z.max(dim=1, keepdim=True).values
        self.log_p = z - z.exp().sum(dim=1, keepdim=True).log()
        self.result = -self.log_p[range(len(z)), self.targets].mean()

    def backward(self):
        p = self.log_p.exp()
        p[range(len(p)), self.targets] = 1
        return [self.gradient * p / len(p)]

# %% [markdown] mistake="cross-entropy-sign"
# The gradient of cross-entropy has the wrong sign.
#
# If the logit of the right token goes up, the loss goes down, so its gradient is negative: p - y, what the
# model said minus what it should have said.

# %%
class CrossEntropy(ComputationNode):
    def __init__(self, logits, targets, name=None):
        super().__init__(logits, name=name)
        self.targets = targets  # the number of the right token of each row

    def forward(self):
        z = self.input(0)
        z = z - z.max(dim=1, keepdim=True).values
        log_p = z - z.exp().sum(dim=1, keepdim=True).log()
        self.p = log_p.exp()
        self.result = -log_p[range(len(z)), self.targets].mean()

    def backward(self):
        difference = self.p.clone()
        difference[range(len(self.p)), self.targets] -= 1
        return [-self.gradient * difference / len(self.p)]

# %% [markdown] mistake="cross-entropy-softmax-of-all"
# The softmax goes over the whole matrix.
#
# All rows share one sum of exponentials here. Each row is a question of its own, with probabilities that add
# up to 1: sum along dim=1.

# %%
class CrossEntropy(ComputationNode):
    def __init__(self, logits, targets, name=None):
        super().__init__(logits, name=name)
        self.targets = targets  # the number of the right token of each row

    def forward(self):
        z = self.input(0)
        z = z - z.max()
        log_p = z - z.exp().sum().log()
        self.p = log_p.exp()
        self.result = -log_p[range(len(z)), self.targets].mean()

    def backward(self):
        difference = self.p.clone()
        difference[range(len(self.p)), self.targets] -= 1
        return [self.gradient * difference / len(self.p)]

# %% [markdown] mistake="cross-entropy-softmax-of-columns"
# The softmax goes down the columns.
#
# The probabilities of one row have to add up to 1, since they belong to the tokens that could come next. A
# row runs along dim=1.

# %%
class CrossEntropy(ComputationNode):
    def __init__(self, logits, targets, name=None):
        super().__init__(logits, name=name)
        self.targets = targets  # the number of the right token of each row

    def forward(self):
        z = self.input(0)
        z = z - z.max(dim=0, keepdim=True).values
        log_p = z - z.exp().sum(dim=0, keepdim=True).log()
        self.p = log_p.exp()
        self.result = -log_p[range(len(z)), self.targets].mean()

    def backward(self):
        difference = self.p.clone()
        difference[range(len(self.p)), self.targets] -= 1
        return [self.gradient * difference / len(self.p)]

# %% [markdown] mistake="cross-entropy-softmax-of-columns-in-backward"
# In backward, the softmax goes down the columns.
#
# The probabilities are those of forward: each row adds up to 1. A row runs along dim=1.

# %%
class CrossEntropy(ComputationNode):
    def __init__(self, logits, targets, name=None):
        super().__init__(logits, name=name)
        self.targets = targets  # the number of the right token of each row

    def forward(self):
        z = self.input(0)
        m = z.max(dim=1, keepdim=True).values
        log_sum = (z - m).exp().sum(dim=1).log()
        self.result = (log_sum - (z - m)[range(len(z)), self.targets]).mean()

    def backward(self):
        p = self.input(0).softmax(dim=0)
        difference = p.clone()
        difference[range(len(p)), self.targets] -= 1
        return [self.gradient * difference / len(p)]

# %% [markdown] mistake="cross-entropy-softmax-of-columns-in-forward"
# The softmax goes down the columns.
#
# The probabilities of one row have to add up to 1, since they belong to the tokens that could come next. A
# row runs along dim=1.

# %%
class CrossEntropy(ComputationNode):
    def __init__(self, logits, targets, name=None):
        super().__init__(logits, name=name)
        self.targets = targets  # the number of the right token of each row

    def forward(self):
        z = self.input(0)
        log_p = z.log_softmax(dim=0)
        self.result = -log_p[range(len(z)), self.targets].mean()

    def backward(self):
        difference = self.input(0).softmax(dim=1)
        difference[range(len(difference)), self.targets] -= 1
        return [self.gradient * difference / len(difference)]

# %% [markdown] mistake="cross-entropy-softmax-twice"
# The softmax is applied twice.
#
# The probabilities go through a second softmax. Between 0 and 1 there is not much for it to tell
# apart, so the loss hardly goes down. Apply it once, to the logits.

# %%
class CrossEntropy(ComputationNode):
    def __init__(self, logits, targets, name=None):
        super().__init__(logits, name=name)
        self.targets = targets  # the number of the right token of each row

    def forward(self):
        z = self.input(0)
        z = z - z.max(dim=1, keepdim=True).values
        log_p = z - z.exp().sum(dim=1, keepdim=True).log()
        self.p = log_p.exp().softmax(dim=1)
        log_p = self.p.log()
        self.result = -log_p[range(len(z)), self.targets].mean()

    def backward(self):
        difference = self.p.clone()
        difference[range(len(self.p)), self.targets] -= 1
        return [self.gradient * difference / len(self.p)]

# %% [markdown] mistake="cross-entropy-square"
# The gradient is that of the squared difference between p and y.
#
# 2 (p - y) belongs to the squared difference. The loss is -log p, whose gradient for the logits is p - y,
# with no factor.

# %%
class CrossEntropy(ComputationNode):
    def __init__(self, logits, targets, name=None):
        super().__init__(logits, name=name)
        self.targets = targets  # the number of the right token of each row

    def forward(self):
        z = self.input(0)
        z = z - z.max(dim=1, keepdim=True).values
        log_p = z - z.exp().sum(dim=1, keepdim=True).log()
        self.p = log_p.exp()
        self.result = -log_p[range(len(z)), self.targets].mean()

    def backward(self):
        difference = self.p.clone()
        difference[range(len(self.p)), self.targets] -= 1
        return [self.gradient * 2 * difference / len(self.p)]

# %% [markdown] mistake="cross-entropy-subtracts-the-mean"
# The mean of each row is subtracted instead of its maximum.
#
# Any number may be subtracted, but only the maximum makes sure that no exponent is above 0. With logits 1000
# and -1000 the mean is 0, and e^1000 is inf.

# %%
class CrossEntropy(ComputationNode):
    def __init__(self, logits, targets, name=None):
        super().__init__(logits, name=name)
        self.targets = targets  # the number of the right token of each row

    def forward(self):
        z = self.input(0)
        z = z - z.mean(dim=1, keepdim=True)
        log_p = z - z.exp().sum(dim=1, keepdim=True).log()
        self.p = log_p.exp()
        self.result = -log_p[range(len(z)), self.targets].mean()

    def backward(self):
        difference = self.p.clone()
        difference[range(len(self.p)), self.targets] -= 1
        return [self.gradient * difference / len(self.p)]

# %% [markdown] mistake="cross-entropy-sum"
# The losses of the rows are added up.
#
# The result is the mean of the losses of all rows. With a sum, a longer text would be a worse one.

# %%
class CrossEntropy(ComputationNode):
    def __init__(self, logits, targets, name=None):
        super().__init__(logits, name=name)
        self.targets = targets  # the number of the right token of each row

    def forward(self):
        z = self.input(0)
        z = z - z.max(dim=1, keepdim=True).values
        log_p = z - z.exp().sum(dim=1, keepdim=True).log()
        self.p = log_p.exp()
        self.result = -log_p[range(len(z)), self.targets].sum()

    def backward(self):
        difference = self.p.clone()
        difference[range(len(self.p)), self.targets] -= 1
        return [self.gradient * difference]

# %% [markdown] mistake="cross-entropy-sum-forward-only"
# The result is the sum of the losses, the gradient that of their mean.
#
# Forward adds up the rows, and backward divides by their number. They have to belong to the same function,
# which is the mean.

# %%
class CrossEntropy(ComputationNode):
    def __init__(self, logits, targets, name=None):
        super().__init__(logits, name=name)
        self.targets = targets  # the number of the right token of each row

    def forward(self):
        z = self.input(0)
        z = z - z.max(dim=1, keepdim=True).values
        log_p = z - z.exp().sum(dim=1, keepdim=True).log()
        self.p = log_p.exp()
        self.result = -log_p[range(len(z)), self.targets].sum()

    def backward(self):
        difference = self.p.clone()
        difference[range(len(self.p)), self.targets] -= 1
        return [self.gradient * difference / len(self.p)]

# %% [markdown] mistake="cross-entropy-takes-probabilities"
# The logits are treated as probabilities.
#
# The input holds logits, which may be negative and do not add up to 1. A softmax turns them into
# probabilities, and it belongs in this node.

# %%
class CrossEntropy(ComputationNode):
    def __init__(self, logits, targets, name=None):
        super().__init__(logits, name=name)
        self.targets = targets  # the number of the right token of each row

    def forward(self):
        z = self.input(0)
        self.p = z
        log_p = self.p.abs().log()
        self.result = -log_p[range(len(z)), self.targets].mean()

    def backward(self):
        difference = self.p.clone()
        difference[range(len(self.p)), self.targets] -= 1
        return [self.gradient * difference / len(self.p)]

# %% [markdown] mistake="cross-entropy-targets-as-columns"
# The entries of all targets are taken from every row.
#
# z[:, targets] takes all these columns of every row, n times n numbers. Row i has one target: z[range(n),
# targets] pairs them.

# %%
class CrossEntropy(ComputationNode):
    def __init__(self, logits, targets, name=None):
        super().__init__(logits, name=name)
        self.targets = targets  # the number of the right token of each row

    def forward(self):
        z = self.input(0)
        z = z - z.max(dim=1, keepdim=True).values
        log_p = z - z.exp().sum(dim=1, keepdim=True).log()
        self.p = log_p.exp()
        self.result = -log_p[:, list(self.targets)].mean()

    def backward(self):
        difference = self.p.clone()
        difference[range(len(self.p)), self.targets] -= 1
        return [self.gradient * difference / len(self.p)]

# %% [markdown] mistake="cross-entropy-targets-as-columns-in-both"
# All targets belong to every row, in forward and in backward.
#
# z[:, targets] takes all these columns of every row. Row i has one target: z[range(n), targets] pairs them,
# and only there is 1 subtracted from p.

# %%
class CrossEntropy(ComputationNode):
    def __init__(self, logits, targets, name=None):
        super().__init__(logits, name=name)
        self.targets = targets  # the number of the right token of each row

    def forward(self):
        z = self.input(0)
        z = z - z.max(dim=1, keepdim=True).values
        log_p = z - z.exp().sum(dim=1, keepdim=True).log()
        self.p = log_p.exp()
        self.result = -log_p[:, list(self.targets)].mean()

    def backward(self):
        difference = self.p.clone()
        difference[:, list(self.targets)] -= 1
        return [self.gradient * difference / len(self.p)]

# %% [markdown] mistake="cross-entropy-through-softmax-again"
# p - y is multiplied by the softmax's local gradient once more.
#
# p - y is the gradient of the logits: softmax and logarithm are in it. A factor p (1 - p) would go
# through the softmax a second time.

# %%
class CrossEntropy(ComputationNode):
    def __init__(self, logits, targets, name=None):
        super().__init__(logits, name=name)
        self.targets = targets  # the number of the right token of each row

    def forward(self):
        z = self.input(0)
        z = z - z.max(dim=1, keepdim=True).values
        log_p = z - z.exp().sum(dim=1, keepdim=True).log()
        self.p = log_p.exp()
        self.result = -log_p[range(len(z)), self.targets].mean()

    def backward(self):
        difference = self.p.clone()
        difference[range(len(self.p)), self.targets] -= 1
        return [self.gradient * difference * self.p * (1 - self.p) / len(self.p)]

# %% [markdown] mistake="cross-entropy-without-minus"
# The minus is missing in the loss.
#
# A logarithm of a probability is negative. The loss is the surprise, -log p, which is 0 at best and positive
# otherwise.

# %%
class CrossEntropy(ComputationNode):
    def __init__(self, logits, targets, name=None):
        super().__init__(logits, name=name)
        self.targets = targets  # the number of the right token of each row

    def forward(self):
        z = self.input(0)
        z = z - z.max(dim=1, keepdim=True).values
        log_p = z - z.exp().sum(dim=1, keepdim=True).log()
        self.p = log_p.exp()
        self.result = log_p[range(len(z)), self.targets].mean()

    def backward(self):
        difference = self.p.clone()
        difference[range(len(self.p)), self.targets] -= 1
        return [self.gradient * difference / len(self.p)]

# %% [markdown] right="hw8-cross-entropy-by-torch"
# CrossEntropy by PyTorch's log_softmax, and one-hot rows.

# %%
class CrossEntropy(ComputationNode):
    def __init__(self, logits, targets, name=None):
        super().__init__(logits, name=name)
        self.targets = targets

    def forward(self):
        log_p = torch.log_softmax(self.input(0), dim=-1)
        self.result = torch.nn.functional.nll_loss(log_p, torch.tensor(self.targets))

    def backward(self):
        p = torch.softmax(self.input(0), dim=-1)
        y = torch.nn.functional.one_hot(torch.tensor(self.targets), p.shape[1])
        return [(p - y) / p.shape[0] * self.gradient]

# %% [markdown] right="hw8-cross-entropy-in-loops"
# CrossEntropy row by row, in loops and with Python's numbers.

# %%
class CrossEntropy(ComputationNode):
    def __init__(self, logits, targets, name=None):
        super().__init__(logits, name=name)
        self.targets = targets

    def forward(self):
        losses = []
        self.rows = []
        for row, target in zip(self.input(0).tolist(), self.targets):
            m = max(row)
            total = sum(math.exp(z - m) for z in row)
            losses.append(math.log(total) + m - row[target])
            self.rows.append([math.exp(z - m) / total for z in row])
        self.result = torch.tensor(sum(losses) / len(losses), dtype=torch.float64)

    def backward(self):
        gradient = []
        for p, target in zip(self.rows, self.targets):
            gradient.append([pj - (j == target) for j, pj in enumerate(p)])
        return [self.gradient * torch.tensor(gradient, dtype=torch.float64) / len(gradient)]

# %% [markdown] right="hw8-cross-entropy-logsumexp"
# CrossEntropy by logsumexp and gather, which keeps nothing but its input.

# %%
class CrossEntropy(ComputationNode):
    def __init__(self, logits, targets, name=None):
        super().__init__(logits, name=name)
        self.targets = targets

    def forward(self):
        z = self.input(0)
        chosen = z.gather(1, torch.tensor(self.targets).unsqueeze(1)).squeeze(1)
        self.result = (z.logsumexp(1) - chosen).sum() / len(z)

    def backward(self):
        z = self.input(0)
        g = torch.exp(z - z.logsumexp(1, keepdim=True))
        for i, t in enumerate(self.targets):
            g[i, t] = g[i, t] - 1
        return [g * (self.gradient / z.shape[0])]

# %% [markdown] right="hw8-cross-entropy-mean-of-two-terms"
# CrossEntropy with the maximum added back, and the gradient of each term on its own.

# %%
class CrossEntropy(ComputationNode):
    def __init__(self, logits, targets, name=None):
        super().__init__(logits, name=name)
        self.targets = targets

    def forward(self):
        z = self.input(0)
        m, _ = z.max(1, keepdim=True)
        exponentials = torch.exp(z - m)
        sums = exponentials.sum(1, keepdim=True)
        self.p = exponentials / sums
        self.y = torch.zeros_like(z)
        self.y[torch.arange(z.shape[0]), torch.tensor(self.targets)] = 1.0
        self.result = (sums.log() + m).mean() - (z * self.y).sum() / z.shape[0]

    def backward(self):
        n = self.p.shape[0]
        return (self.gradient * self.p / n - self.gradient * self.y / n,)
