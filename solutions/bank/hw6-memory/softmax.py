# %% [markdown] exercise=["hw6-memory/softmax"]

# %% [markdown] mistake="softmax-adds-the-mean"
# Softmax adds where it should subtract.
#
# The derivative of p_i with respect to another z_j is negative: when one becomes more probable, the others
# become less so.

# %%
class Softmax(ComputationNode):
    def forward(self):
        powers = self.input(0).exp()
        self.result = powers / powers.sum(dim=1, keepdim=True)

    def backward(self):
        p, upstream = self.output(), self.gradient
        return [p * (upstream + (upstream * p).sum(dim=1, keepdim=True))]

# %% [markdown] mistake="softmax-asks-for-its-input"
# Softmax computes its probabilities again.
#
# The gradient is right, but you keep the input for it and compute all exponentials a second time.
# Forward has computed them already: where are they?

# %%
class Softmax(ComputationNode):
    def forward(self):
        powers = self.input(0).exp()
        self.result = powers / powers.sum(dim=1, keepdim=True)

    def backward(self):
        powers = self.input(0).exp()
        p = powers / powers.sum(dim=1, keepdim=True)
        upstream = self.gradient
        return [p * (upstream - (upstream * p).sum(dim=1, keepdim=True))]

# %% [markdown] mistake="softmax-brackets"
# Softmax forgets a pair of brackets.
#
# First the sum is subtracted from G, then the difference is multiplied by p. Without brackets only G is
# multiplied.

# %%
class Softmax(ComputationNode):
    def forward(self):
        powers = self.input(0).exp()
        self.result = powers / powers.sum(dim=1, keepdim=True)

    def backward(self):
        p, upstream = self.output(), self.gradient
        return [p * upstream - (upstream * p).sum(dim=1, keepdim=True)]

# %% [markdown] mistake="softmax-columns"
# Softmax makes probabilities of the columns.
#
# Each row should add up to 1, not each column. Summing along dim=1 gives one number for each row.

# %%
class Softmax(ComputationNode):
    def forward(self):
        powers = self.input(0).exp()
        self.result = powers / powers.sum(dim=0, keepdim=True)

    def backward(self):
        p, upstream = self.output(), self.gradient
        return [p * (upstream - (upstream * p).sum(dim=0, keepdim=True))]

# %% [markdown] mistake="softmax-columns-in-forward"
# Softmax makes probabilities of the columns.
#
# Each row should add up to 1, not each column. Summing along dim=1 gives one number for each row.

# %%
class Softmax(ComputationNode):
    def forward(self):
        powers = self.input(0).exp()
        self.result = powers / powers.sum(dim=0, keepdim=True)

    def backward(self):
        p, upstream = self.output(), self.gradient
        return [p * (upstream - (upstream * p).sum(dim=1, keepdim=True))]

# %% [markdown] mistake="softmax-diagonal-only"
# Softmax uses only the diagonal of its Jacobian.
#
# p (1 - p) is how p_i moves with its own z_i. But z_i is in the denominators of all the other p of
# its row, too: a fork with a branch to every output. Those shares are missing.

# %%
class Softmax(ComputationNode):
    def forward(self):
        powers = self.input(0).exp()
        self.result = powers / powers.sum(dim=1, keepdim=True)

    def backward(self):
        p = self.output()
        return [self.gradient * p * (1 - p)]

# %% [markdown] mistake="softmax-divides-the-sum"
# Softmax subtracts the sum divided by the number of entries.
#
# The probabilities add up to 1, so the sum of `G * p` over a row is a weighted mean already:
# `sum`, not `mean`.

# %%
class Softmax(ComputationNode):
    def forward(self):
        powers = self.input(0).exp()
        self.result = powers / powers.sum(dim=1, keepdim=True)

    def backward(self):
        p, upstream = self.output(), self.gradient
        return [p * (upstream - (upstream * p).mean(dim=1, keepdim=True))]

# %% [markdown] mistake="softmax-forgets-the-factor"
# Softmax forgets to multiply by p.
#
# What you return is the bracket alone. In front of it stands p_j: an input whose probability is
# nearly 0 hardly matters.

# %%
class Softmax(ComputationNode):
    def forward(self):
        powers = self.input(0).exp()
        self.result = powers / powers.sum(dim=1, keepdim=True)

    def backward(self):
        p, upstream = self.output(), self.gradient
        return [(upstream - (upstream * p).sum(dim=1, keepdim=True))]

# %% [markdown] mistake="softmax-forgets-upstream"
# Softmax forgets the upstream gradient.
#
# What you return is the same for every upstream gradient. But only the upstream gradient knows how
# the loss depends on each probability.

# %%
class Softmax(ComputationNode):
    def forward(self):
        powers = self.input(0).exp()
        self.result = powers / powers.sum(dim=1, keepdim=True)

    def backward(self):
        p = self.output()
        return [p * (1 - p)]

# %% [markdown] mistake="softmax-keeps-its-jacobian"
# Softmax keeps its whole Jacobian.
#
# The gradient is right. The Jacobian of a row of m entries has m^2, though: 3 times as many numbers
# here, and 50,000 times as many where a language model chooses among 50,000 words. And it can be
# computed from p.

# %%
class Softmax(ComputationNode):
    def forward(self):
        powers = self.input(0).exp()
        self.result = powers / powers.sum(dim=1, keepdim=True)
        p = self.result
        self.jacobian = torch.diag_embed(p) - p.unsqueeze(2) * p.unsqueeze(1)

    def backward(self):
        return [(self.gradient.unsqueeze(1) @ self.jacobian).squeeze(1)]

# %% [markdown] mistake="softmax-mean-over-columns"
# Softmax sums along the columns in backward.
#
# The probabilities of a row belong together, so the sum of G p runs along each row: dim=1, as in forward.

# %%
class Softmax(ComputationNode):
    def forward(self):
        powers = self.input(0).exp()
        self.result = powers / powers.sum(dim=1, keepdim=True)

    def backward(self):
        p, upstream = self.output(), self.gradient
        return [p * (upstream - (upstream * p).sum(dim=0, keepdim=True))]

# %% [markdown] mistake="softmax-no-division"
# Softmax does not divide by the sum.
#
# The exponentials are positive, but each row has to add up to 1, too.

# %%
class Softmax(ComputationNode):
    def forward(self):
        powers = self.input(0).exp()
        self.result = powers

    def backward(self):
        p, upstream = self.output(), self.gradient
        return [p * (upstream - (upstream * p).sum(dim=1, keepdim=True))]

# %% [markdown] mistake="softmax-no-exponential"
# Softmax divides the inputs themselves by their sum.
#
# A probability cannot be negative, but an input can. Its exponential is positive: first take that of each
# entry, then divide.

# %%
class Softmax(ComputationNode):
    def forward(self):
        z = self.input(0)
        self.result = z / z.sum(dim=1, keepdim=True)

    def backward(self):
        p, upstream = self.output(), self.gradient
        return [p * (upstream - (upstream * p).sum(dim=1, keepdim=True))]

# %% [markdown] mistake="softmax-no-sum-in-backward"
# Softmax subtracts nothing from the upstream gradient.
#
# If z_j goes up, its p_j goes up and all the others of its row go down. So the sum of G p over the row is
# subtracted from G before the product with p.

# %%
class Softmax(ComputationNode):
    def forward(self):
        powers = self.input(0).exp()
        self.result = powers / powers.sum(dim=1, keepdim=True)

    def backward(self):
        p, upstream = self.output(), self.gradient
        return [p * upstream]

# %% [markdown] mistake="softmax-one-minus-the-sum"
# Softmax has a 1 in place of the upstream gradient.
#
# The bracket holds G_j, the entry of the upstream gradient, minus the sum.

# %%
class Softmax(ComputationNode):
    def forward(self):
        powers = self.input(0).exp()
        self.result = powers / powers.sum(dim=1, keepdim=True)

    def backward(self):
        p, upstream = self.output(), self.gradient
        return [p * (1 - (upstream * p).sum(dim=1, keepdim=True))]

# %% [markdown] mistake="softmax-plain-mean"
# Softmax subtracts the plain mean of the upstream gradient.
#
# In the sum each G_i is weighted with its probability p_i. The plain mean is right only if all of them are
# equally probable.

# %%
class Softmax(ComputationNode):
    def forward(self):
        powers = self.input(0).exp()
        self.result = powers / powers.sum(dim=1, keepdim=True)

    def backward(self):
        p, upstream = self.output(), self.gradient
        return [p * (upstream - upstream.mean(dim=1, keepdim=True))]

# %% [markdown] mistake="softmax-puts-its-input-for-p"
# Softmax puts its input in the place of p.
#
# In the formula, p is the row of probabilities, which is what the node has computed. The input of the node
# is z.

# %%
class Softmax(ComputationNode):
    def forward(self):
        powers = self.input(0).exp()
        self.result = powers / powers.sum(dim=1, keepdim=True)

    def backward(self):
        z, upstream = self.input(0), self.gradient
        return [z * (upstream - (upstream * z).sum(dim=1, keepdim=True))]

# %% [markdown] mistake="softmax-sum-of-everything"
# Softmax takes one sum for all rows in backward.
#
# What happens in one row has no influence on the probabilities of another. Each row needs a sum of its
# own: dim=1 and keepdim=True.

# %%
class Softmax(ComputationNode):
    def forward(self):
        powers = self.input(0).exp()
        self.result = powers / powers.sum(dim=1, keepdim=True)

    def backward(self):
        p, upstream = self.output(), self.gradient
        return [p * (upstream - (upstream * p).sum())]

# %% [markdown] mistake="softmax-sum-without-p"
# Softmax adds up the upstream gradients without their weights.
#
# In the sum over a row, each G_i is multiplied by its p_i. Which comes first, the product or the
# sum?

# %%
class Softmax(ComputationNode):
    def forward(self):
        powers = self.input(0).exp()
        self.result = powers / powers.sum(dim=1, keepdim=True)

    def backward(self):
        p, upstream = self.output(), self.gradient
        return [p * (upstream - upstream.sum(dim=1, keepdim=True))]

# %% [markdown] mistake="softmax-terms-exchanged"
# Softmax subtracts G from the sum instead of the sum from G.
#
# Raising an input raises its own probability. So where G is larger than the weighted sum of its row, the
# gradient is positive: G comes first in the bracket.

# %%
class Softmax(ComputationNode):
    def forward(self):
        self.result = self.input(0).softmax(dim=1)

    def backward(self):
        p, G = self.output(), self.gradient
        return [p * ((G * p).sum(dim=1, keepdim=True) - G)]

# %% [markdown] mistake="softmax-whole-matrix"
# Softmax divides by the sum of the whole matrix.
#
# Each row is turned into probabilities of its own, so each row has its own sum. `sum()` without `dim` adds
# up everything.

# %%
class Softmax(ComputationNode):
    def forward(self):
        powers = self.input(0).exp()
        self.result = powers / powers.sum()

    def backward(self):
        p, upstream = self.output(), self.gradient
        return [p * (upstream - (upstream * p).sum(dim=1, keepdim=True))]

# %% [markdown] right="hw6-softmax-by-torch"
# Softmax by PyTorch, and a product of a row with a column.

# %%
class Softmax(ComputationNode):
    def forward(self):
        self.result = torch.softmax(self.input(0), dim=1)

    def backward(self):
        p, g = self.result, self.gradient
        return [p * g - p * torch.einsum("ij,ij->i", p, g)[:, None]]

# %% [markdown] right="hw6-softmax-keeps-p"
# Softmax with its probabilities under another name.

# %%
class Softmax(ComputationNode):
    def forward(self):
        z = self.input(0)
        self.p = z.exp() / z.exp().sum(dim=-1, keepdim=True)
        self.result = self.p

    def backward(self):
        upstream = self.gradient
        return [self.p * (upstream - (upstream * self.p).sum(-1, keepdim=True))]

# %% [markdown] right="hw6-softmax-row-by-row"
# Softmax with the Jacobian of one row at a time, made from the output.

# %%
class Softmax(ComputationNode):
    def forward(self):
        x = self.input(0)
        x = x - x.max(dim=1, keepdim=True).values
        self.result = x.exp() / x.exp().sum(1, keepdim=True)

    def backward(self):
        rows = []
        for p, g in zip(self.output(), self.gradient):
            rows.append(g @ (torch.diag(p) - torch.outer(p, p)))
        return [torch.stack(rows)]
