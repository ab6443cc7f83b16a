# %% [markdown] exercise=["hw8-transformer/attention"]

# %% [markdown] mistake="attention-backward-without-mask"
# Backward uses weights that were computed without the mask.
#
# Backward needs the A of the forward pass, with its zeros.

# %%
class Attention(ComputationNode):
    def __init__(self, queries, keys, values, name_of=None, name=None):
        super().__init__(queries, keys, values, name=name)
        self.name_of = name_of  # for each row the number of its name

    def same_name(self):
        name_of = torch.tensor(self.name_of or [0] * len(self.input(0)))
        return name_of[:, None] == name_of[None, :]

    def forward(self):
        Q, K, V = self.input(0), self.input(1), self.input(2)
        scores = Q @ K.T / Q.shape[1] ** 0.5
        scores = scores.masked_fill(~self.same_name().tril(), -torch.inf)
        self.A = scores.softmax(dim=1)
        self.result = self.A @ V

    def backward(self):
        Q, K, V = self.input(0), self.input(1), self.input(2)
        A = (Q @ K.T / Q.shape[1] ** 0.5).softmax(dim=1)
        dA = self.gradient @ V.T
        dS = A * (dA - (A * dA).sum(dim=1, keepdim=True)) / Q.shape[1] ** 0.5
        return [dS @ K, dS.T @ Q, A.T @ self.gradient]

# %% [markdown] mistake="attention-forgets-upstream-for-values"
# The gradient of the values forgets the upstream gradient.
#
# It adds up the weights that each value got. Each has to be multiplied by how much its query's
# result counts further on: A^T G.

# %%
class Attention(ComputationNode):
    def __init__(self, queries, keys, values, name_of=None, name=None):
        super().__init__(queries, keys, values, name=name)
        self.name_of = name_of  # for each row the number of its name

    def same_name(self):
        name_of = torch.tensor(self.name_of or [0] * len(self.input(0)))
        return name_of[:, None] == name_of[None, :]

    def forward(self):
        Q, K, V = self.input(0), self.input(1), self.input(2)
        scores = Q @ K.T / Q.shape[1] ** 0.5
        scores = scores.masked_fill(~self.same_name().tril(), -torch.inf)
        self.A = scores.softmax(dim=1)
        self.result = self.A @ V

    def backward(self):
        Q, K, V = self.input(0), self.input(1), self.input(2)
        dA = self.gradient @ V.T
        dS = self.A * (dA - (self.A * dA).sum(dim=1, keepdim=True)) / Q.shape[1] ** 0.5
        return [dS @ K, dS.T @ Q, self.A.T @ torch.ones_like(self.gradient)]

# %% [markdown] mistake="attention-ignores-names"
# Queries look at the keys of other names.
#
# The rows of several names stand below each other, so a triangle alone lets the second name look at the first:
# a key has to belong to the same name as well. `self.same_name().tril()`, computed anew for each node, allows
# just that.

# %%
class Attention(ComputationNode):
    def __init__(self, queries, keys, values, name_of=None, name=None):
        super().__init__(queries, keys, values, name=name)
        self.name_of = name_of  # for each row the number of its name

    def same_name(self):
        name_of = torch.tensor(self.name_of or [0] * len(self.input(0)))
        return name_of[:, None] == name_of[None, :]

    def forward(self):
        Q, K, V = self.input(0), self.input(1), self.input(2)
        scores = Q @ K.T / Q.shape[1] ** 0.5
        scores = scores.masked_fill(~torch.ones_like(scores).bool().tril(), -torch.inf)
        self.A = scores.softmax(dim=1)
        self.result = self.A @ V

    def backward(self):
        Q, K, V = self.input(0), self.input(1), self.input(2)
        dA = self.gradient @ V.T
        dS = self.A * (dA - (self.A * dA).sum(dim=1, keepdim=True)) / Q.shape[1] ** 0.5
        return [dS @ K, dS.T @ Q, self.A.T @ self.gradient]

# %% [markdown] mistake="attention-keys-not-transposed"
# The gradient of the keys uses the gradient of the scores without transposing it.
#
# Key j is in column j of the scores, and gets its shares from all queries: dS^T Q. Both versions have
# fitting shapes; only a check by hand tells them apart.

# %%
class Attention(ComputationNode):
    def __init__(self, queries, keys, values, name_of=None, name=None):
        super().__init__(queries, keys, values, name=name)
        self.name_of = name_of  # for each row the number of its name

    def same_name(self):
        name_of = torch.tensor(self.name_of or [0] * len(self.input(0)))
        return name_of[:, None] == name_of[None, :]

    def forward(self):
        Q, K, V = self.input(0), self.input(1), self.input(2)
        scores = Q @ K.T / Q.shape[1] ** 0.5
        scores = scores.masked_fill(~self.same_name().tril(), -torch.inf)
        self.A = scores.softmax(dim=1)
        self.result = self.A @ V

    def backward(self):
        Q, K, V = self.input(0), self.input(1), self.input(2)
        dA = self.gradient @ V.T
        dS = self.A * (dA - (self.A * dA).sum(dim=1, keepdim=True)) / Q.shape[1] ** 0.5
        return [dS @ K, dS @ Q, self.A.T @ self.gradient]

# %% [markdown] mistake="attention-mask-after-softmax"
# The mask is applied after the softmax.
#
# The future's weights are 0, but they have had their share of the sum: what remains of a row adds up to less
# than 1. Mask the scores with minus infinity, before the softmax.

# %%
class Attention(ComputationNode):
    def __init__(self, queries, keys, values, name_of=None, name=None):
        super().__init__(queries, keys, values, name=name)
        self.name_of = name_of  # for each row the number of its name

    def same_name(self):
        name_of = torch.tensor(self.name_of or [0] * len(self.input(0)))
        return name_of[:, None] == name_of[None, :]

    def forward(self):
        Q, K, V = self.input(0), self.input(1), self.input(2)
        scores = Q @ K.T / Q.shape[1] ** 0.5
        self.A = scores.softmax(dim=1) * self.same_name().tril()
        self.result = self.A @ V

    def backward(self):
        Q, K, V = self.input(0), self.input(1), self.input(2)
        dA = self.gradient @ V.T
        dS = self.A * (dA - (self.A * dA).sum(dim=1, keepdim=True)) / Q.shape[1] ** 0.5
        return [dS @ K, dS.T @ Q, self.A.T @ self.gradient]

# %% [markdown] mistake="attention-mask-hides-itself"
# The mask keeps a query from looking at its own key.
#
# The first query would have nothing left to look at, and its row becomes nan. Its own token is
# known; only the next one is not. So the diagonal is allowed.

# %%
class Attention(ComputationNode):
    def __init__(self, queries, keys, values, name_of=None, name=None):
        super().__init__(queries, keys, values, name=name)
        self.name_of = name_of  # for each row the number of its name

    def same_name(self):
        name_of = torch.tensor(self.name_of or [0] * len(self.input(0)))
        return name_of[:, None] == name_of[None, :]

    def forward(self):
        Q, K, V = self.input(0), self.input(1), self.input(2)
        scores = Q @ K.T / Q.shape[1] ** 0.5
        scores = scores.masked_fill(~self.same_name().tril(-1), -torch.inf)
        self.A = scores.softmax(dim=1)
        self.result = self.A @ V

    def backward(self):
        Q, K, V = self.input(0), self.input(1), self.input(2)
        dA = self.gradient @ V.T
        dS = self.A * (dA - (self.A * dA).sum(dim=1, keepdim=True)) / Q.shape[1] ** 0.5
        return [dS @ K, dS.T @ Q, self.A.T @ self.gradient]

# %% [markdown] mistake="attention-mask-of-past"
# The mask hides the past.
#
# `triu` keeps what is above the diagonal. A query may look back: row i at the columns 0 to i, on and below
# the diagonal, `tril`.

# %%
class Attention(ComputationNode):
    def __init__(self, queries, keys, values, name_of=None, name=None):
        super().__init__(queries, keys, values, name=name)
        self.name_of = name_of  # for each row the number of its name

    def same_name(self):
        name_of = torch.tensor(self.name_of or [0] * len(self.input(0)))
        return name_of[:, None] == name_of[None, :]

    def forward(self):
        Q, K, V = self.input(0), self.input(1), self.input(2)
        scores = Q @ K.T / Q.shape[1] ** 0.5
        scores = scores.masked_fill(~self.same_name().triu(), -torch.inf)
        self.A = scores.softmax(dim=1)
        self.result = self.A @ V

    def backward(self):
        Q, K, V = self.input(0), self.input(1), self.input(2)
        dA = self.gradient @ V.T
        dS = self.A * (dA - (self.A * dA).sum(dim=1, keepdim=True)) / Q.shape[1] ** 0.5
        return [dS @ K, dS.T @ Q, self.A.T @ self.gradient]

# %% [markdown] mistake="attention-mask-one-too-many"
# A query may look at the next key.
#
# tril(1) allows one column beyond the diagonal. That is the token that the model is asked for.

# %%
class Attention(ComputationNode):
    def __init__(self, queries, keys, values, name_of=None, name=None):
        super().__init__(queries, keys, values, name=name)
        self.name_of = name_of  # for each row the number of its name

    def same_name(self):
        name_of = torch.tensor(self.name_of or [0] * len(self.input(0)))
        return name_of[:, None] == name_of[None, :]

    def forward(self):
        Q, K, V = self.input(0), self.input(1), self.input(2)
        scores = Q @ K.T / Q.shape[1] ** 0.5
        scores = scores.masked_fill(~self.same_name().tril(1), -torch.inf)
        self.A = scores.softmax(dim=1)
        self.result = self.A @ V

    def backward(self):
        Q, K, V = self.input(0), self.input(1), self.input(2)
        dA = self.gradient @ V.T
        dS = self.A * (dA - (self.A * dA).sum(dim=1, keepdim=True)) / Q.shape[1] ** 0.5
        return [dS @ K, dS.T @ Q, self.A.T @ self.gradient]

# %% [markdown] mistake="attention-mask-turned-round"
# What is allowed is masked.
#
# masked_fill puts the number wherever the mask is True. `~` is missing: fill where a query may *not* look.

# %%
class Attention(ComputationNode):
    def __init__(self, queries, keys, values, name_of=None, name=None):
        super().__init__(queries, keys, values, name=name)
        self.name_of = name_of  # for each row the number of its name

    def same_name(self):
        name_of = torch.tensor(self.name_of or [0] * len(self.input(0)))
        return name_of[:, None] == name_of[None, :]

    def forward(self):
        Q, K, V = self.input(0), self.input(1), self.input(2)
        scores = Q @ K.T / Q.shape[1] ** 0.5
        scores = scores.masked_fill(self.same_name().tril(), -torch.inf)
        self.A = scores.softmax(dim=1)
        self.result = self.A @ V

    def backward(self):
        Q, K, V = self.input(0), self.input(1), self.input(2)
        dA = self.gradient @ V.T
        dS = self.A * (dA - (self.A * dA).sum(dim=1, keepdim=True)) / Q.shape[1] ** 0.5
        return [dS @ K, dS.T @ Q, self.A.T @ self.gradient]

# %% [markdown] mistake="attention-mask-with-a-number"
# Masked scores become a number that is not small enough.
#
# If the other scores of a row are smaller still, the masked keys get nearly all of the weight. Only minus
# infinity is below every score.

# %%
class Attention(ComputationNode):
    def __init__(self, queries, keys, values, name_of=None, name=None):
        super().__init__(queries, keys, values, name=name)
        self.name_of = name_of  # for each row the number of its name

    def same_name(self):
        name_of = torch.tensor(self.name_of or [0] * len(self.input(0)))
        return name_of[:, None] == name_of[None, :]

    def forward(self):
        Q, K, V = self.input(0), self.input(1), self.input(2)
        scores = Q @ K.T / Q.shape[1] ** 0.5
        scores = scores.masked_fill(~self.same_name().tril(), -100)
        self.A = scores.softmax(dim=1)
        self.result = self.A @ V

    def backward(self):
        Q, K, V = self.input(0), self.input(1), self.input(2)
        dA = self.gradient @ V.T
        dS = self.A * (dA - (self.A * dA).sum(dim=1, keepdim=True)) / Q.shape[1] ** 0.5
        return [dS @ K, dS.T @ Q, self.A.T @ self.gradient]

# %% [markdown] mistake="attention-mask-times-infinity"
# Every entry of the result is nan.
#
# Is the mask multiplied by minus infinity? Where nothing is masked, that is 0 times infinity, which is
# nan and not 0. `masked_fill` writes minus infinity only where the mask is True, and leaves the other
# scores as they are. Print `0 * torch.inf`.

# %%
class Attention(ComputationNode):
    def __init__(self, queries, keys, values, name_of=None, name=None):
        super().__init__(queries, keys, values, name=name)
        self.name_of = name_of  # for each row the number of its name

    def same_name(self):
        name_of = torch.tensor(self.name_of or [0] * len(self.input(0)))
        return name_of[:, None] == name_of[None, :]

    def forward(self):
        Q, K, V = self.input(0), self.input(1), self.input(2)
        scores = Q @ K.T / Q.shape[1] ** 0.5
        scores = scores + ~self.same_name().tril() * -torch.inf
        self.A = scores.softmax(dim=1)
        self.result = self.A @ V

    def backward(self):
        Q, K, V = self.input(0), self.input(1), self.input(2)
        dA = self.gradient @ V.T
        dS = self.A * (dA - (self.A * dA).sum(dim=1, keepdim=True)) / Q.shape[1] ** 0.5
        return [dS @ K, dS.T @ Q, self.A.T @ self.gradient]

# %% [markdown] mistake="attention-mask-with-zeros"
# Masked scores become 0.
#
# A score of 0 is not nothing: e^0 is 1. Only minus infinity makes the weight 0.

# %%
class Attention(ComputationNode):
    def __init__(self, queries, keys, values, name_of=None, name=None):
        super().__init__(queries, keys, values, name=name)
        self.name_of = name_of  # for each row the number of its name

    def same_name(self):
        name_of = torch.tensor(self.name_of or [0] * len(self.input(0)))
        return name_of[:, None] == name_of[None, :]

    def forward(self):
        Q, K, V = self.input(0), self.input(1), self.input(2)
        scores = Q @ K.T / Q.shape[1] ** 0.5
        scores = scores.masked_fill(~self.same_name().tril(), 0)
        self.A = scores.softmax(dim=1)
        self.result = self.A @ V

    def backward(self):
        Q, K, V = self.input(0), self.input(1), self.input(2)
        dA = self.gradient @ V.T
        dS = self.A * (dA - (self.A * dA).sum(dim=1, keepdim=True)) / Q.shape[1] ** 0.5
        return [dS @ K, dS.T @ Q, self.A.T @ self.gradient]

# %% [markdown] mistake="attention-no-gradient-for-values"
# The values get no gradient.
#
# The values are an input like the others: Y = A V is a matrix product, with a gradient for each factor.

# %%
class Attention(ComputationNode):
    def __init__(self, queries, keys, values, name_of=None, name=None):
        super().__init__(queries, keys, values, name=name)
        self.name_of = name_of  # for each row the number of its name

    def same_name(self):
        name_of = torch.tensor(self.name_of or [0] * len(self.input(0)))
        return name_of[:, None] == name_of[None, :]

    def forward(self):
        Q, K, V = self.input(0), self.input(1), self.input(2)
        scores = Q @ K.T / Q.shape[1] ** 0.5
        scores = scores.masked_fill(~self.same_name().tril(), -torch.inf)
        self.A = scores.softmax(dim=1)
        self.result = self.A @ V

    def backward(self):
        Q, K, V = self.input(0), self.input(1), self.input(2)
        dA = self.gradient @ V.T
        dS = self.A * (dA - (self.A * dA).sum(dim=1, keepdim=True)) / Q.shape[1] ** 0.5
        return [dS @ K, dS.T @ Q, torch.zeros_like(V)]

# %% [markdown] mistake="attention-no-mask"
# The future is not masked.
#
# A query looks at keys that come later, too: when asked for the next token, it can see it. It may look at
# its own key and at those before, all of the same name: `same_name().tril()` says which these are. Elsewhere
# the scores become minus infinity before the softmax. `masked_fill` leaves the scores as they are
# and returns a copy.

# %%
class Attention(ComputationNode):
    def __init__(self, queries, keys, values, name_of=None, name=None):
        super().__init__(queries, keys, values, name=name)
        self.name_of = name_of  # for each row the number of its name

    def same_name(self):
        name_of = torch.tensor(self.name_of or [0] * len(self.input(0)))
        return name_of[:, None] == name_of[None, :]

    def forward(self):
        Q, K, V = self.input(0), self.input(1), self.input(2)
        scores = Q @ K.T / Q.shape[1] ** 0.5
        self.A = scores.softmax(dim=1)
        self.result = self.A @ V

    def backward(self):
        Q, K, V = self.input(0), self.input(1), self.input(2)
        dA = self.gradient @ V.T
        dS = self.A * (dA - (self.A * dA).sum(dim=1, keepdim=True)) / Q.shape[1] ** 0.5
        return [dS @ K, dS.T @ Q, self.A.T @ self.gradient]

# %% [markdown] mistake="attention-no-scale"
# The scale is missing.
#
# A sum of h products grows with h, and large scores make a softmax that looks at one key only. Divide the
# scores by the root of h, and mind it again in backward.

# %%
class Attention(ComputationNode):
    def __init__(self, queries, keys, values, name_of=None, name=None):
        super().__init__(queries, keys, values, name=name)
        self.name_of = name_of  # for each row the number of its name

    def same_name(self):
        name_of = torch.tensor(self.name_of or [0] * len(self.input(0)))
        return name_of[:, None] == name_of[None, :]

    def forward(self):
        Q, K, V = self.input(0), self.input(1), self.input(2)
        scores = Q @ K.T
        scores = scores.masked_fill(~self.same_name().tril(), -torch.inf)
        self.A = scores.softmax(dim=1)
        self.result = self.A @ V

    def backward(self):
        Q, K, V = self.input(0), self.input(1), self.input(2)
        dA = self.gradient @ V.T
        dS = self.A * (dA - (self.A * dA).sum(dim=1, keepdim=True))
        return [dS @ K, dS.T @ Q, self.A.T @ self.gradient]

# %% [markdown] mistake="attention-no-scale-in-backward"
# The scale is missing in backward.
#
# The scale is a factor between Q K^T and the scores, so it is a factor of the gradient on the way back, too,
# for queries and for keys.

# %%
class Attention(ComputationNode):
    def __init__(self, queries, keys, values, name_of=None, name=None):
        super().__init__(queries, keys, values, name=name)
        self.name_of = name_of  # for each row the number of its name

    def same_name(self):
        name_of = torch.tensor(self.name_of or [0] * len(self.input(0)))
        return name_of[:, None] == name_of[None, :]

    def forward(self):
        Q, K, V = self.input(0), self.input(1), self.input(2)
        scores = Q @ K.T / Q.shape[1] ** 0.5
        scores = scores.masked_fill(~self.same_name().tril(), -torch.inf)
        self.A = scores.softmax(dim=1)
        self.result = self.A @ V

    def backward(self):
        Q, K, V = self.input(0), self.input(1), self.input(2)
        dA = self.gradient @ V.T
        dS = self.A * (dA - (self.A * dA).sum(dim=1, keepdim=True))
        return [dS @ K, dS.T @ Q, self.A.T @ self.gradient]

# %% [markdown] mistake="attention-no-scale-in-forward"
# The scale is missing.
#
# A sum of h products grows with h, and large scores make a softmax that looks at one key only. Divide the
# scores by the root of h, and mind it again in backward.

# %%
class Attention(ComputationNode):
    def __init__(self, queries, keys, values, name_of=None, name=None):
        super().__init__(queries, keys, values, name=name)
        self.name_of = name_of  # for each row the number of its name

    def same_name(self):
        name_of = torch.tensor(self.name_of or [0] * len(self.input(0)))
        return name_of[:, None] == name_of[None, :]

    def forward(self):
        Q, K, V = self.input(0), self.input(1), self.input(2)
        scores = Q @ K.T
        scores = scores.masked_fill(~self.same_name().tril(), -torch.inf)
        self.A = scores.softmax(dim=1)
        self.result = self.A @ V

    def backward(self):
        Q, K, V = self.input(0), self.input(1), self.input(2)
        dA = self.gradient @ V.T
        dS = self.A * (dA - (self.A * dA).sum(dim=1, keepdim=True)) / Q.shape[1] ** 0.5
        return [dS @ K, dS.T @ Q, self.A.T @ self.gradient]

# %% [markdown] mistake="attention-no-softmax"
# The softmax is missing.
#
# Scores can be negative and do not add up to 1. The weights are the softmax of each row.

# %%
class Attention(ComputationNode):
    def __init__(self, queries, keys, values, name_of=None, name=None):
        super().__init__(queries, keys, values, name=name)
        self.name_of = name_of  # for each row the number of its name

    def same_name(self):
        name_of = torch.tensor(self.name_of or [0] * len(self.input(0)))
        return name_of[:, None] == name_of[None, :]

    def forward(self):
        Q, K, V = self.input(0), self.input(1), self.input(2)
        scores = Q @ K.T / Q.shape[1] ** 0.5
        scores = scores.masked_fill(~self.same_name().tril(), 0)
        self.A = scores
        self.result = self.A @ V

    def backward(self):
        Q, K, V = self.input(0), self.input(1), self.input(2)
        dA = self.gradient @ V.T
        dS = self.A * (dA - (self.A * dA).sum(dim=1, keepdim=True)) / Q.shape[1] ** 0.5
        return [dS @ K, dS.T @ Q, self.A.T @ self.gradient]

# %% [markdown] mistake="attention-only-names"
# The future is not masked.
#
# A query looks at keys that come later, too: when asked for the next token, it can see it. It may look at
# its own key and at those before, all of the same name: `same_name().tril()` says which these are. Elsewhere
# the scores become minus infinity before the softmax. `masked_fill` leaves the scores as they are
# and returns a copy.

# %%
class Attention(ComputationNode):
    def __init__(self, queries, keys, values, name_of=None, name=None):
        super().__init__(queries, keys, values, name=name)
        self.name_of = name_of  # for each row the number of its name

    def same_name(self):
        name_of = torch.tensor(self.name_of or [0] * len(self.input(0)))
        return name_of[:, None] == name_of[None, :]

    def forward(self):
        Q, K, V = self.input(0), self.input(1), self.input(2)
        scores = Q @ K.T / Q.shape[1] ** 0.5
        scores = scores.masked_fill(~self.same_name(), -torch.inf)
        self.A = scores.softmax(dim=1)
        self.result = self.A @ V

    def backward(self):
        Q, K, V = self.input(0), self.input(1), self.input(2)
        dA = self.gradient @ V.T
        dS = self.A * (dA - (self.A * dA).sum(dim=1, keepdim=True)) / Q.shape[1] ** 0.5
        return [dS @ K, dS.T @ Q, self.A.T @ self.gradient]

# %% [markdown] mistake="attention-queries-and-keys-swapped"
# The gradients of queries and keys are in the wrong order.
#
# A list of downstream gradients has the order of the inputs: queries, keys, values.

# %%
class Attention(ComputationNode):
    def __init__(self, queries, keys, values, name_of=None, name=None):
        super().__init__(queries, keys, values, name=name)
        self.name_of = name_of  # for each row the number of its name

    def same_name(self):
        name_of = torch.tensor(self.name_of or [0] * len(self.input(0)))
        return name_of[:, None] == name_of[None, :]

    def forward(self):
        Q, K, V = self.input(0), self.input(1), self.input(2)
        scores = Q @ K.T / Q.shape[1] ** 0.5
        scores = scores.masked_fill(~self.same_name().tril(), -torch.inf)
        self.A = scores.softmax(dim=1)
        self.result = self.A @ V

    def backward(self):
        Q, K, V = self.input(0), self.input(1), self.input(2)
        dA = self.gradient @ V.T
        dS = self.A * (dA - (self.A * dA).sum(dim=1, keepdim=True)) / Q.shape[1] ** 0.5
        return [dS.T @ Q, dS @ K, self.A.T @ self.gradient]

# %% [markdown] mistake="attention-transposes-exchanged"
# The wrong one of the two gradients of the scores is transposed.
#
# In the gradient of the scores, row i belongs to query i and column j to key j. The gradient of the queries
# has a row for each query, so it is dS K; that of the keys has a row for each key: dS^T Q.

# %%
class Attention(ComputationNode):
    def __init__(self, queries, keys, values, name_of=None, name=None):
        super().__init__(queries, keys, values, name=name)
        self.name_of = name_of  # for each row the number of its name

    def same_name(self):
        name_of = torch.tensor(self.name_of or [0] * len(self.input(0)))
        return name_of[:, None] == name_of[None, :]

    def forward(self):
        Q, K, V = self.input(0), self.input(1), self.input(2)
        scores = Q @ K.T / Q.shape[1] ** 0.5
        scores = scores.masked_fill(~self.same_name().tril(), -torch.inf)
        self.A = scores.softmax(dim=1)
        self.result = self.A @ V

    def backward(self):
        Q, K, V = self.input(0), self.input(1), self.input(2)
        dA = self.gradient @ V.T
        dS = self.A * (dA - (self.A * dA).sum(dim=1, keepdim=True)) / Q.shape[1] ** 0.5
        return [dS.T @ K, dS @ Q, self.A.T @ self.gradient]

# %% [markdown] mistake="attention-queries-transposed"
# The gradient of the queries uses the transposed gradient of the scores.
#
# Query i is in row i of the scores, and gets its shares from all keys: dS K.

# %%
class Attention(ComputationNode):
    def __init__(self, queries, keys, values, name_of=None, name=None):
        super().__init__(queries, keys, values, name=name)
        self.name_of = name_of  # for each row the number of its name

    def same_name(self):
        name_of = torch.tensor(self.name_of or [0] * len(self.input(0)))
        return name_of[:, None] == name_of[None, :]

    def forward(self):
        Q, K, V = self.input(0), self.input(1), self.input(2)
        scores = Q @ K.T / Q.shape[1] ** 0.5
        scores = scores.masked_fill(~self.same_name().tril(), -torch.inf)
        self.A = scores.softmax(dim=1)
        self.result = self.A @ V

    def backward(self):
        Q, K, V = self.input(0), self.input(1), self.input(2)
        dA = self.gradient @ V.T
        dS = self.A * (dA - (self.A * dA).sum(dim=1, keepdim=True)) / Q.shape[1] ** 0.5
        return [dS.T @ K, dS.T @ Q, self.A.T @ self.gradient]

# %% [markdown] mistake="attention-scale-by-2"
# The scores are divided by 2.
#
# That is the root of the h of exercise 4a. A node works for every h, here the number of columns of Q:
# `Q.shape[1]`.

# %%
class Attention(ComputationNode):
    def __init__(self, queries, keys, values, name_of=None, name=None):
        super().__init__(queries, keys, values, name=name)
        self.name_of = name_of  # for each row the number of its name

    def same_name(self):
        name_of = torch.tensor(self.name_of or [0] * len(self.input(0)))
        return name_of[:, None] == name_of[None, :]

    def forward(self):
        Q, K, V = self.input(0), self.input(1), self.input(2)
        scores = Q @ K.T / 2
        scores = scores.masked_fill(~self.same_name().tril(), -torch.inf)
        self.A = scores.softmax(dim=1)
        self.result = self.A @ V

    def backward(self):
        Q, K, V = self.input(0), self.input(1), self.input(2)
        dA = self.gradient @ V.T
        dS = self.A * (dA - (self.A * dA).sum(dim=1, keepdim=True)) / 2
        return [dS @ K, dS.T @ Q, self.A.T @ self.gradient]

# %% [markdown] mistake="attention-scale-by-T"
# The scores are divided by the root of T.
#
# `Q.shape[0]`, or `len(Q)`, is the number of tokens. The sum in a score runs over the width of the
# head: `Q.shape[1]`.

# %%
class Attention(ComputationNode):
    def __init__(self, queries, keys, values, name_of=None, name=None):
        super().__init__(queries, keys, values, name=name)
        self.name_of = name_of  # for each row the number of its name

    def same_name(self):
        name_of = torch.tensor(self.name_of or [0] * len(self.input(0)))
        return name_of[:, None] == name_of[None, :]

    def forward(self):
        Q, K, V = self.input(0), self.input(1), self.input(2)
        scores = Q @ K.T / len(Q) ** 0.5
        scores = scores.masked_fill(~self.same_name().tril(), -torch.inf)
        self.A = scores.softmax(dim=1)
        self.result = self.A @ V

    def backward(self):
        Q, K, V = self.input(0), self.input(1), self.input(2)
        dA = self.gradient @ V.T
        dS = self.A * (dA - (self.A * dA).sum(dim=1, keepdim=True)) / len(Q) ** 0.5
        return [dS @ K, dS.T @ Q, self.A.T @ self.gradient]

# %% [markdown] mistake="attention-scale-by-width-of-values"
# The scores are divided by the root of the values' width.
#
# The sum in a score runs over the entries of a query and a key. The values have no part in it.

# %%
class Attention(ComputationNode):
    def __init__(self, queries, keys, values, name_of=None, name=None):
        super().__init__(queries, keys, values, name=name)
        self.name_of = name_of  # for each row the number of its name

    def same_name(self):
        name_of = torch.tensor(self.name_of or [0] * len(self.input(0)))
        return name_of[:, None] == name_of[None, :]

    def forward(self):
        Q, K, V = self.input(0), self.input(1), self.input(2)
        scores = Q @ K.T / V.shape[1] ** 0.5
        scores = scores.masked_fill(~self.same_name().tril(), -torch.inf)
        self.A = scores.softmax(dim=1)
        self.result = self.A @ V

    def backward(self):
        Q, K, V = self.input(0), self.input(1), self.input(2)
        dA = self.gradient @ V.T
        dS = self.A * (dA - (self.A * dA).sum(dim=1, keepdim=True)) / V.shape[1] ** 0.5
        return [dS @ K, dS.T @ Q, self.A.T @ self.gradient]

# %% [markdown] mistake="attention-scale-for-keys-only"
# The scale is applied to the gradient of the keys only.
#
# The queries stand in the same product.

# %%
class Attention(ComputationNode):
    def __init__(self, queries, keys, values, name_of=None, name=None):
        super().__init__(queries, keys, values, name=name)
        self.name_of = name_of  # for each row the number of its name

    def same_name(self):
        name_of = torch.tensor(self.name_of or [0] * len(self.input(0)))
        return name_of[:, None] == name_of[None, :]

    def forward(self):
        Q, K, V = self.input(0), self.input(1), self.input(2)
        scores = Q @ K.T / Q.shape[1] ** 0.5
        scores = scores.masked_fill(~self.same_name().tril(), -torch.inf)
        self.A = scores.softmax(dim=1)
        self.result = self.A @ V

    def backward(self):
        Q, K, V = self.input(0), self.input(1), self.input(2)
        dA = self.gradient @ V.T
        dS = self.A * (dA - (self.A * dA).sum(dim=1, keepdim=True))
        return [dS @ K, dS.T @ Q / Q.shape[1] ** 0.5, self.A.T @ self.gradient]

# %% [markdown] mistake="attention-scale-for-queries-only"
# The scale is applied to the gradient of the queries only.
#
# The keys stand in the same product, and the same factor is between it and the scores.

# %%
class Attention(ComputationNode):
    def __init__(self, queries, keys, values, name_of=None, name=None):
        super().__init__(queries, keys, values, name=name)
        self.name_of = name_of  # for each row the number of its name

    def same_name(self):
        name_of = torch.tensor(self.name_of or [0] * len(self.input(0)))
        return name_of[:, None] == name_of[None, :]

    def forward(self):
        Q, K, V = self.input(0), self.input(1), self.input(2)
        scores = Q @ K.T / Q.shape[1] ** 0.5
        scores = scores.masked_fill(~self.same_name().tril(), -torch.inf)
        self.A = scores.softmax(dim=1)
        self.result = self.A @ V

    def backward(self):
        Q, K, V = self.input(0), self.input(1), self.input(2)
        dA = self.gradient @ V.T
        dS = self.A * (dA - (self.A * dA).sum(dim=1, keepdim=True))
        return [dS @ K / Q.shape[1] ** 0.5, dS.T @ Q, self.A.T @ self.gradient]

# %% [markdown] mistake="attention-scale-multiplied"
# The scores are multiplied by the root of h.
#
# They should become smaller: divide by it.

# %%
class Attention(ComputationNode):
    def __init__(self, queries, keys, values, name_of=None, name=None):
        super().__init__(queries, keys, values, name=name)
        self.name_of = name_of  # for each row the number of its name

    def same_name(self):
        name_of = torch.tensor(self.name_of or [0] * len(self.input(0)))
        return name_of[:, None] == name_of[None, :]

    def forward(self):
        Q, K, V = self.input(0), self.input(1), self.input(2)
        scores = Q @ K.T * Q.shape[1] ** 0.5
        scores = scores.masked_fill(~self.same_name().tril(), -torch.inf)
        self.A = scores.softmax(dim=1)
        self.result = self.A @ V

    def backward(self):
        Q, K, V = self.input(0), self.input(1), self.input(2)
        dA = self.gradient @ V.T
        dS = self.A * (dA - (self.A * dA).sum(dim=1, keepdim=True)) * Q.shape[1] ** 0.5
        return [dS @ K, dS.T @ Q, self.A.T @ self.gradient]

# %% [markdown] mistake="attention-scale-twice-in-backward"
# The gradient is scaled as if twice.
#
# There is one factor between Q K^T and the scores, with a root. Is the root missing in backward? Or
# is the factor applied to the gradient of the scores, and again to what is computed from that?

# %%
class Attention(ComputationNode):
    def __init__(self, queries, keys, values, name_of=None, name=None):
        super().__init__(queries, keys, values, name=name)
        self.name_of = name_of  # for each row the number of its name

    def same_name(self):
        name_of = torch.tensor(self.name_of or [0] * len(self.input(0)))
        return name_of[:, None] == name_of[None, :]

    def forward(self):
        Q, K, V = self.input(0), self.input(1), self.input(2)
        scores = Q @ K.T / Q.shape[1] ** 0.5
        scores = scores.masked_fill(~self.same_name().tril(), -torch.inf)
        self.A = scores.softmax(dim=1)
        self.result = self.A @ V

    def backward(self):
        Q, K, V = self.input(0), self.input(1), self.input(2)
        dA = self.gradient @ V.T
        dS = self.A * (dA - (self.A * dA).sum(dim=1, keepdim=True)) / Q.shape[1]
        return [dS @ K, dS.T @ Q, self.A.T @ self.gradient]

# %% [markdown] mistake="attention-scale-without-root"
# The scores are divided by h instead of its root.
#
# A sum of h products of numbers of size 1, with any signs, is about the root of h in size. So divide by the
# root.

# %%
class Attention(ComputationNode):
    def __init__(self, queries, keys, values, name_of=None, name=None):
        super().__init__(queries, keys, values, name=name)
        self.name_of = name_of  # for each row the number of its name

    def same_name(self):
        name_of = torch.tensor(self.name_of or [0] * len(self.input(0)))
        return name_of[:, None] == name_of[None, :]

    def forward(self):
        Q, K, V = self.input(0), self.input(1), self.input(2)
        scores = Q @ K.T / Q.shape[1]
        scores = scores.masked_fill(~self.same_name().tril(), -torch.inf)
        self.A = scores.softmax(dim=1)
        self.result = self.A @ V

    def backward(self):
        Q, K, V = self.input(0), self.input(1), self.input(2)
        dA = self.gradient @ V.T
        dS = self.A * (dA - (self.A * dA).sum(dim=1, keepdim=True)) / Q.shape[1]
        return [dS @ K, dS.T @ Q, self.A.T @ self.gradient]

# %% [markdown] mistake="attention-scaled-after-softmax"
# The weights are scaled instead of the scores.
#
# Divided after the softmax, the weights of a row no longer add up to 1. The scale belongs to the scores.

# %%
class Attention(ComputationNode):
    def __init__(self, queries, keys, values, name_of=None, name=None):
        super().__init__(queries, keys, values, name=name)
        self.name_of = name_of  # for each row the number of its name

    def same_name(self):
        name_of = torch.tensor(self.name_of or [0] * len(self.input(0)))
        return name_of[:, None] == name_of[None, :]

    def forward(self):
        Q, K, V = self.input(0), self.input(1), self.input(2)
        scores = Q @ K.T
        scores = scores.masked_fill(~self.same_name().tril(), -torch.inf)
        self.A = scores.softmax(dim=1) / Q.shape[1] ** 0.5
        self.result = self.A @ V

    def backward(self):
        Q, K, V = self.input(0), self.input(1), self.input(2)
        dA = self.gradient @ V.T
        dS = self.A * (dA - (self.A * dA).sum(dim=1, keepdim=True)) / Q.shape[1] ** 0.5
        return [dS @ K, dS.T @ Q, self.A.T @ self.gradient]

# %% [markdown] mistake="attention-softmax-diagonal"
# Backward of the softmax takes only its diagonal.
#
# Each weight depends on every score of its row. From every row's gradient, the mean with the weights is
# subtracted: A (dA - sum(A dA)).

# %%
class Attention(ComputationNode):
    def __init__(self, queries, keys, values, name_of=None, name=None):
        super().__init__(queries, keys, values, name=name)
        self.name_of = name_of  # for each row the number of its name

    def same_name(self):
        name_of = torch.tensor(self.name_of or [0] * len(self.input(0)))
        return name_of[:, None] == name_of[None, :]

    def forward(self):
        Q, K, V = self.input(0), self.input(1), self.input(2)
        scores = Q @ K.T / Q.shape[1] ** 0.5
        scores = scores.masked_fill(~self.same_name().tril(), -torch.inf)
        self.A = scores.softmax(dim=1)
        self.result = self.A @ V

    def backward(self):
        Q, K, V = self.input(0), self.input(1), self.input(2)
        dA = self.gradient @ V.T
        dS = self.A * (1 - self.A) * dA / Q.shape[1] ** 0.5
        return [dS @ K, dS.T @ Q, self.A.T @ self.gradient]

# %% [markdown] mistake="attention-softmax-mean"
# A mean instead of the weighted sum.
#
# The weights already add up to 1, so A * dA is summed, not averaged again.

# %%
class Attention(ComputationNode):
    def __init__(self, queries, keys, values, name_of=None, name=None):
        super().__init__(queries, keys, values, name=name)
        self.name_of = name_of  # for each row the number of its name

    def same_name(self):
        name_of = torch.tensor(self.name_of or [0] * len(self.input(0)))
        return name_of[:, None] == name_of[None, :]

    def forward(self):
        Q, K, V = self.input(0), self.input(1), self.input(2)
        scores = Q @ K.T / Q.shape[1] ** 0.5
        scores = scores.masked_fill(~self.same_name().tril(), -torch.inf)
        self.A = scores.softmax(dim=1)
        self.result = self.A @ V

    def backward(self):
        Q, K, V = self.input(0), self.input(1), self.input(2)
        dA = self.gradient @ V.T
        dS = self.A * (dA - (self.A * dA).mean(dim=1, keepdim=True)) / Q.shape[1] ** 0.5
        return [dS @ K, dS.T @ Q, self.A.T @ self.gradient]

# %% [markdown] mistake="attention-softmax-no-sum"
# Backward of the softmax has no sum.
#
# A weight that goes up takes from the others in its row. Their sum, weighted, has to be subtracted from dA
# before it is multiplied by A.

# %%
class Attention(ComputationNode):
    def __init__(self, queries, keys, values, name_of=None, name=None):
        super().__init__(queries, keys, values, name=name)
        self.name_of = name_of  # for each row the number of its name

    def same_name(self):
        name_of = torch.tensor(self.name_of or [0] * len(self.input(0)))
        return name_of[:, None] == name_of[None, :]

    def forward(self):
        Q, K, V = self.input(0), self.input(1), self.input(2)
        scores = Q @ K.T / Q.shape[1] ** 0.5
        scores = scores.masked_fill(~self.same_name().tril(), -torch.inf)
        self.A = scores.softmax(dim=1)
        self.result = self.A @ V

    def backward(self):
        Q, K, V = self.input(0), self.input(1), self.input(2)
        dA = self.gradient @ V.T
        dS = self.A * dA / Q.shape[1] ** 0.5
        return [dS @ K, dS.T @ Q, self.A.T @ self.gradient]

# %% [markdown] mistake="attention-softmax-no-weight-outside"
# Backward of the softmax is not multiplied by the weights.
#
# The weighted sum is subtracted from dA, and then the whole bracket is multiplied by A.

# %%
class Attention(ComputationNode):
    def __init__(self, queries, keys, values, name_of=None, name=None):
        super().__init__(queries, keys, values, name=name)
        self.name_of = name_of  # for each row the number of its name

    def same_name(self):
        name_of = torch.tensor(self.name_of or [0] * len(self.input(0)))
        return name_of[:, None] == name_of[None, :]

    def forward(self):
        Q, K, V = self.input(0), self.input(1), self.input(2)
        scores = Q @ K.T / Q.shape[1] ** 0.5
        scores = scores.masked_fill(~self.same_name().tril(), -torch.inf)
        self.A = scores.softmax(dim=1)
        self.result = self.A @ V

    def backward(self):
        Q, K, V = self.input(0), self.input(1), self.input(2)
        dA = self.gradient @ V.T
        dS = (dA - (self.A * dA).sum(dim=1, keepdim=True)) / Q.shape[1] ** 0.5
        return [dS @ K, dS.T @ Q, self.A.T @ self.gradient]

# %% [markdown] mistake="attention-softmax-of-all"
# One softmax over all scores.
#
# Each query has weights of its own, which add up to 1: a softmax of each row.

# %%
class Attention(ComputationNode):
    def __init__(self, queries, keys, values, name_of=None, name=None):
        super().__init__(queries, keys, values, name=name)
        self.name_of = name_of  # for each row the number of its name

    def same_name(self):
        name_of = torch.tensor(self.name_of or [0] * len(self.input(0)))
        return name_of[:, None] == name_of[None, :]

    def forward(self):
        Q, K, V = self.input(0), self.input(1), self.input(2)
        scores = Q @ K.T / Q.shape[1] ** 0.5
        scores = scores.masked_fill(~self.same_name().tril(), -torch.inf)
        self.A = scores.flatten().softmax(dim=0).reshape(scores.shape)
        self.result = self.A @ V

    def backward(self):
        Q, K, V = self.input(0), self.input(1), self.input(2)
        dA = self.gradient @ V.T
        dS = self.A * (dA - (self.A * dA).sum(dim=1, keepdim=True)) / Q.shape[1] ** 0.5
        return [dS @ K, dS.T @ Q, self.A.T @ self.gradient]

# %% [markdown] mistake="attention-softmax-of-columns"
# The softmax goes down the columns.
#
# The weights of one query add up to 1, and they stand in a row. With dim=0, all queries would share what a
# key has to give.

# %%
class Attention(ComputationNode):
    def __init__(self, queries, keys, values, name_of=None, name=None):
        super().__init__(queries, keys, values, name=name)
        self.name_of = name_of  # for each row the number of its name

    def same_name(self):
        name_of = torch.tensor(self.name_of or [0] * len(self.input(0)))
        return name_of[:, None] == name_of[None, :]

    def forward(self):
        Q, K, V = self.input(0), self.input(1), self.input(2)
        scores = Q @ K.T / Q.shape[1] ** 0.5
        scores = scores.masked_fill(~self.same_name().tril(), -torch.inf)
        self.A = scores.softmax(dim=0)
        self.result = self.A @ V

    def backward(self):
        Q, K, V = self.input(0), self.input(1), self.input(2)
        dA = self.gradient @ V.T
        dS = self.A * (dA - (self.A * dA).sum(dim=1, keepdim=True)) / Q.shape[1] ** 0.5
        return [dS @ K, dS.T @ Q, self.A.T @ self.gradient]

# %% [markdown] mistake="attention-softmax-plain-sum"
# The sum in the backward of the softmax is not weighted.
#
# What is subtracted is the sum of dA times the weights. If all of dA is 1, nothing may remain.

# %%
class Attention(ComputationNode):
    def __init__(self, queries, keys, values, name_of=None, name=None):
        super().__init__(queries, keys, values, name=name)
        self.name_of = name_of  # for each row the number of its name

    def same_name(self):
        name_of = torch.tensor(self.name_of or [0] * len(self.input(0)))
        return name_of[:, None] == name_of[None, :]

    def forward(self):
        Q, K, V = self.input(0), self.input(1), self.input(2)
        scores = Q @ K.T / Q.shape[1] ** 0.5
        scores = scores.masked_fill(~self.same_name().tril(), -torch.inf)
        self.A = scores.softmax(dim=1)
        self.result = self.A @ V

    def backward(self):
        Q, K, V = self.input(0), self.input(1), self.input(2)
        dA = self.gradient @ V.T
        dS = self.A * (dA - dA.sum(dim=1, keepdim=True)) / Q.shape[1] ** 0.5
        return [dS @ K, dS.T @ Q, self.A.T @ self.gradient]

# %% [markdown] mistake="attention-softmax-plus"
# Backward of the softmax adds where it should subtract.
#
# A weight that goes up takes from the others in its row. Their weighted sum is subtracted from dA.

# %%
class Attention(ComputationNode):
    def __init__(self, queries, keys, values, name_of=None, name=None):
        super().__init__(queries, keys, values, name=name)
        self.name_of = name_of  # for each row the number of its name

    def same_name(self):
        name_of = torch.tensor(self.name_of or [0] * len(self.input(0)))
        return name_of[:, None] == name_of[None, :]

    def forward(self):
        Q, K, V = self.input(0), self.input(1), self.input(2)
        scores = Q @ K.T / Q.shape[1] ** 0.5
        scores = scores.masked_fill(~self.same_name().tril(), -torch.inf)
        self.A = scores.softmax(dim=1)
        self.result = self.A @ V

    def backward(self):
        Q, K, V = self.input(0), self.input(1), self.input(2)
        dA = self.gradient @ V.T
        dS = self.A * (dA + (self.A * dA).sum(dim=1, keepdim=True)) / Q.shape[1] ** 0.5
        return [dS @ K, dS.T @ Q, self.A.T @ self.gradient]

# %% [markdown] mistake="attention-softmax-skipped"
# Backward leaves out the softmax.
#
# G V^T is the gradient of the weights. The queries and keys made the scores, and between them and the weights
# is the softmax.

# %%
class Attention(ComputationNode):
    def __init__(self, queries, keys, values, name_of=None, name=None):
        super().__init__(queries, keys, values, name=name)
        self.name_of = name_of  # for each row the number of its name

    def same_name(self):
        name_of = torch.tensor(self.name_of or [0] * len(self.input(0)))
        return name_of[:, None] == name_of[None, :]

    def forward(self):
        Q, K, V = self.input(0), self.input(1), self.input(2)
        scores = Q @ K.T / Q.shape[1] ** 0.5
        scores = scores.masked_fill(~self.same_name().tril(), -torch.inf)
        self.A = scores.softmax(dim=1)
        self.result = self.A @ V

    def backward(self):
        Q, K, V = self.input(0), self.input(1), self.input(2)
        dA = self.gradient @ V.T
        dS = dA / Q.shape[1] ** 0.5
        return [dS @ K, dS.T @ Q, self.A.T @ self.gradient]

# %% [markdown] mistake="attention-softmax-sum-of-columns"
# The sum in the backward of the softmax goes down the columns.
#
# The softmax was taken of rows, so its sum goes along a row, too: dim=1.

# %%
class Attention(ComputationNode):
    def __init__(self, queries, keys, values, name_of=None, name=None):
        super().__init__(queries, keys, values, name=name)
        self.name_of = name_of  # for each row the number of its name

    def same_name(self):
        name_of = torch.tensor(self.name_of or [0] * len(self.input(0)))
        return name_of[:, None] == name_of[None, :]

    def forward(self):
        Q, K, V = self.input(0), self.input(1), self.input(2)
        scores = Q @ K.T / Q.shape[1] ** 0.5
        scores = scores.masked_fill(~self.same_name().tril(), -torch.inf)
        self.A = scores.softmax(dim=1)
        self.result = self.A @ V

    def backward(self):
        Q, K, V = self.input(0), self.input(1), self.input(2)
        dA = self.gradient @ V.T
        dS = self.A * (dA - (self.A * dA).sum(dim=0, keepdim=True)) / Q.shape[1] ** 0.5
        return [dS @ K, dS.T @ Q, self.A.T @ self.gradient]

# %% [markdown] mistake="attention-softmax-sum-of-everything"
# The sum in the backward of the softmax runs over all rows.
#
# A weight takes only from the others in its own row. Each row needs a sum of its own: dim=1 and
# keepdim=True.

# %%
class Attention(ComputationNode):
    def __init__(self, queries, keys, values, name_of=None, name=None):
        super().__init__(queries, keys, values, name=name)
        self.name_of = name_of  # for each row the number of its name

    def same_name(self):
        name_of = torch.tensor(self.name_of or [0] * len(self.input(0)))
        return name_of[:, None] == name_of[None, :]

    def forward(self):
        Q, K, V = self.input(0), self.input(1), self.input(2)
        scores = Q @ K.T / Q.shape[1] ** 0.5
        scores = scores.masked_fill(~self.same_name().tril(), -torch.inf)
        self.A = scores.softmax(dim=1)
        self.result = self.A @ V

    def backward(self):
        Q, K, V = self.input(0), self.input(1), self.input(2)
        dA = self.gradient @ V.T
        dS = self.A * (dA - (self.A * dA).sum()) / Q.shape[1] ** 0.5
        return [dS @ K, dS.T @ Q, self.A.T @ self.gradient]

# %% [markdown] mistake="attention-softmax-sum-without-keepdim"
# The sums in the backward of the softmax lie along the wrong axis.
#
# `sum(dim=1)` without `keepdim=True` is a row of T numbers, not a column: column j of the T x T matrix gets
# the sum that belongs to row j.

# %%
class Attention(ComputationNode):
    def __init__(self, queries, keys, values, name_of=None, name=None):
        super().__init__(queries, keys, values, name=name)
        self.name_of = name_of  # for each row the number of its name

    def same_name(self):
        name_of = torch.tensor(self.name_of or [0] * len(self.input(0)))
        return name_of[:, None] == name_of[None, :]

    def forward(self):
        Q, K, V = self.input(0), self.input(1), self.input(2)
        scores = Q @ K.T / Q.shape[1] ** 0.5
        scores = scores.masked_fill(~self.same_name().tril(), -torch.inf)
        self.A = scores.softmax(dim=1)
        self.result = self.A @ V

    def backward(self):
        Q, K, V = self.input(0), self.input(1), self.input(2)
        dA = self.gradient @ V.T
        dS = self.A * (dA - (self.A * dA).sum(dim=1)) / Q.shape[1] ** 0.5
        return [dS @ K, dS.T @ Q, self.A.T @ self.gradient]

# %% [markdown] mistake="attention-transposed-scores"
# The scores are transposed.
#
# Row i of the scores belongs to query i: Q K^T. With K Q^T, each key chooses among the queries, and the mask
# hides the past.

# %%
class Attention(ComputationNode):
    def __init__(self, queries, keys, values, name_of=None, name=None):
        super().__init__(queries, keys, values, name=name)
        self.name_of = name_of  # for each row the number of its name

    def same_name(self):
        name_of = torch.tensor(self.name_of or [0] * len(self.input(0)))
        return name_of[:, None] == name_of[None, :]

    def forward(self):
        Q, K, V = self.input(0), self.input(1), self.input(2)
        scores = K @ Q.T / Q.shape[1] ** 0.5
        scores = scores.masked_fill(~self.same_name().tril(), -torch.inf)
        self.A = scores.softmax(dim=1)
        self.result = self.A @ V

    def backward(self):
        Q, K, V = self.input(0), self.input(1), self.input(2)
        dA = self.gradient @ V.T
        dS = self.A * (dA - (self.A * dA).sum(dim=1, keepdim=True)) / Q.shape[1] ** 0.5
        return [dS @ K, dS.T @ Q, self.A.T @ self.gradient]

# %% [markdown] mistake="attention-transposed-weights"
# The weights are transposed before they meet the values.
#
# Row i of the result is made of the values with the weights of query i, which stand in row i of A: A V.

# %%
class Attention(ComputationNode):
    def __init__(self, queries, keys, values, name_of=None, name=None):
        super().__init__(queries, keys, values, name=name)
        self.name_of = name_of  # for each row the number of its name

    def same_name(self):
        name_of = torch.tensor(self.name_of or [0] * len(self.input(0)))
        return name_of[:, None] == name_of[None, :]

    def forward(self):
        Q, K, V = self.input(0), self.input(1), self.input(2)
        scores = Q @ K.T / Q.shape[1] ** 0.5
        scores = scores.masked_fill(~self.same_name().tril(), -torch.inf)
        self.A = scores.softmax(dim=1)
        self.result = self.A.T @ V

    def backward(self):
        Q, K, V = self.input(0), self.input(1), self.input(2)
        dA = self.gradient @ V.T
        dS = self.A * (dA - (self.A * dA).sum(dim=1, keepdim=True)) / Q.shape[1] ** 0.5
        return [dS @ K, dS.T @ Q, self.A.T @ self.gradient]

# %% [markdown] mistake="attention-values-first"
# The gradient of the values comes first.
#
# It is computed first, but the list has the order of the inputs: queries, keys, values.

# %%
class Attention(ComputationNode):
    def __init__(self, queries, keys, values, name_of=None, name=None):
        super().__init__(queries, keys, values, name=name)
        self.name_of = name_of  # for each row the number of its name

    def same_name(self):
        name_of = torch.tensor(self.name_of or [0] * len(self.input(0)))
        return name_of[:, None] == name_of[None, :]

    def forward(self):
        Q, K, V = self.input(0), self.input(1), self.input(2)
        scores = Q @ K.T / Q.shape[1] ** 0.5
        scores = scores.masked_fill(~self.same_name().tril(), -torch.inf)
        self.A = scores.softmax(dim=1)
        self.result = self.A @ V

    def backward(self):
        Q, K, V = self.input(0), self.input(1), self.input(2)
        dA = self.gradient @ V.T
        dS = self.A * (dA - (self.A * dA).sum(dim=1, keepdim=True)) / Q.shape[1] ** 0.5
        return [self.A.T @ self.gradient, dS @ K, dS.T @ Q]

# %% [markdown] mistake="attention-values-not-transposed"
# The gradient of the values uses A instead of its transpose.
#
# Row j of the values is used by every query i with the weight in row i, column j. The shares add up over i,
# down a column: A^T G.

# %%
class Attention(ComputationNode):
    def __init__(self, queries, keys, values, name_of=None, name=None):
        super().__init__(queries, keys, values, name=name)
        self.name_of = name_of  # for each row the number of its name

    def same_name(self):
        name_of = torch.tensor(self.name_of or [0] * len(self.input(0)))
        return name_of[:, None] == name_of[None, :]

    def forward(self):
        Q, K, V = self.input(0), self.input(1), self.input(2)
        scores = Q @ K.T / Q.shape[1] ** 0.5
        scores = scores.masked_fill(~self.same_name().tril(), -torch.inf)
        self.A = scores.softmax(dim=1)
        self.result = self.A @ V

    def backward(self):
        Q, K, V = self.input(0), self.input(1), self.input(2)
        dA = self.gradient @ V.T
        dS = self.A * (dA - (self.A * dA).sum(dim=1, keepdim=True)) / Q.shape[1] ** 0.5
        return [dS @ K, dS.T @ Q, self.A @ self.gradient]

# %% [markdown] mistake="attention-weights-as-constants"
# Queries and keys get no gradient.
#
# The weights depend on queries and keys, so they are not constants: by way of the softmax, both get their
# share.

# %%
class Attention(ComputationNode):
    def __init__(self, queries, keys, values, name_of=None, name=None):
        super().__init__(queries, keys, values, name=name)
        self.name_of = name_of  # for each row the number of its name

    def same_name(self):
        name_of = torch.tensor(self.name_of or [0] * len(self.input(0)))
        return name_of[:, None] == name_of[None, :]

    def forward(self):
        Q, K, V = self.input(0), self.input(1), self.input(2)
        scores = Q @ K.T / Q.shape[1] ** 0.5
        scores = scores.masked_fill(~self.same_name().tril(), -torch.inf)
        self.A = scores.softmax(dim=1)
        self.result = self.A @ V

    def backward(self):
        Q, K, V = self.input(0), self.input(1), self.input(2)
        dA = self.gradient @ V.T
        dS = self.A * (dA - (self.A * dA).sum(dim=1, keepdim=True)) / Q.shape[1] ** 0.5
        return [0 * dS @ K, 0 * dS.T @ Q, self.A.T @ self.gradient]

# %% [markdown] mistake="attention-weights-gradient-from-result"
# The gradient of the weights is computed from the weights.
#
# Y = A V, so the gradient of A is G times the *other* factor, transposed: G V^T.

# %%
class Attention(ComputationNode):
    def __init__(self, queries, keys, values, name_of=None, name=None):
        super().__init__(queries, keys, values, name=name)
        self.name_of = name_of  # for each row the number of its name

    def same_name(self):
        name_of = torch.tensor(self.name_of or [0] * len(self.input(0)))
        return name_of[:, None] == name_of[None, :]

    def forward(self):
        Q, K, V = self.input(0), self.input(1), self.input(2)
        scores = Q @ K.T / Q.shape[1] ** 0.5
        scores = scores.masked_fill(~self.same_name().tril(), -torch.inf)
        self.A = scores.softmax(dim=1)
        self.result = self.A @ V

    def backward(self):
        Q, K, V = self.input(0), self.input(1), self.input(2)
        dA = self.gradient @ (self.A.T @ V).T
        dS = self.A * (dA - (self.A * dA).sum(dim=1, keepdim=True)) / Q.shape[1] ** 0.5
        return [dS @ K, dS.T @ Q, self.A.T @ self.gradient]

# %% [markdown] mistake="attention-weights-gradient-transposed"
# The gradient of the weights is transposed.
#
# In A, row i belongs to query i and column j to key j. G has a row for each query and V one for each key,
# so the gradient is G V^T.

# %%
class Attention(ComputationNode):
    def __init__(self, queries, keys, values, name_of=None, name=None):
        super().__init__(queries, keys, values, name=name)
        self.name_of = name_of  # for each row the number of its name

    def same_name(self):
        name_of = torch.tensor(self.name_of or [0] * len(self.input(0)))
        return name_of[:, None] == name_of[None, :]

    def forward(self):
        Q, K, V = self.input(0), self.input(1), self.input(2)
        scores = Q @ K.T / Q.shape[1] ** 0.5
        scores = scores.masked_fill(~self.same_name().tril(), -torch.inf)
        self.A = scores.softmax(dim=1)
        self.result = self.A @ V

    def backward(self):
        Q, K, V = self.input(0), self.input(1), self.input(2)
        dA = V @ self.gradient.T
        dS = self.A * (dA - (self.A * dA).sum(dim=1, keepdim=True)) / Q.shape[1] ** 0.5
        return [dS @ K, dS.T @ Q, self.A.T @ self.gradient]

# %% [markdown] right="hw8-attention-adds-a-mask"
# Attention with a mask of zeros and minus infinity that is added, and scaled queries.

# %%
class Attention(ComputationNode):
    def __init__(self, queries, keys, values, name_of=None, name=None):
        super().__init__(queries, keys, values, name=name)
        self.name_of = name_of

    def same_name(self):
        name_of = torch.tensor(self.name_of or [0] * len(self.input(0)))
        return name_of[:, None] == name_of[None, :]

    def forward(self):
        self.Q, self.K, self.V = (node.result for node in self.input_nodes)
        self.Q = self.Q / math.sqrt(self.Q.shape[1])
        T = len(self.Q)
        mask = torch.zeros(T, T, dtype=self.Q.dtype)
        for i in range(T):
            for j in range(T):
                if j > i or (self.name_of and self.name_of[i] != self.name_of[j]):
                    mask[i, j] = -math.inf
        scores = self.Q @ self.K.T + mask
        weights = torch.exp(scores - scores.max(dim=1, keepdim=True).values)
        self.A = weights / weights.sum(dim=1, keepdim=True)
        self.result = self.A @ self.V

    def backward(self):
        dA = self.gradient @ self.V.T
        dS = self.A * (dA - torch.diag(dA @ self.A.T).unsqueeze(1))
        return [dS @ self.K / math.sqrt(self.Q.shape[1]), dS.T @ self.Q, self.A.T @ self.gradient]

# %% [markdown] right="hw8-attention-by-torch"
# Attention whose forward is PyTorch's, and whose backward is by hand.

# %%
class Attention(ComputationNode):
    def __init__(self, queries, keys, values, name_of=None, name=None):
        super().__init__(queries, keys, values, name=name)
        self.name_of = name_of

    def same_name(self):
        name_of = torch.tensor(self.name_of or [0] * len(self.input(0)))
        return name_of[:, None] == name_of[None, :]

    def forward(self):
        Q, K, V = self.input(0), self.input(1), self.input(2)
        self.seen = self.same_name() & torch.ones(len(Q), len(Q)).tril().bool()
        attend = torch.nn.functional.scaled_dot_product_attention
        self.result = attend(Q, K, V, attn_mask=self.seen)

    def backward(self):
        Q, K, V = self.input(0), self.input(1), self.input(2)
        root = Q.shape[-1] ** 0.5
        S = torch.where(self.seen, Q @ K.mT / root, torch.tensor(-torch.inf, dtype=Q.dtype))
        A = S.softmax(-1)
        dA = self.gradient @ V.mT
        dS = A * dA - A * (A * dA).sum(-1, keepdim=True)
        return dS @ K / root, (Q.mT @ dS).mT / root, A.mT @ self.gradient

# %% [markdown] right="hw8-attention-einsum"
# Attention by einsum.

# %%
class Attention(ComputationNode):
    def __init__(self, queries, keys, values, name_of=None, name=None):
        super().__init__(queries, keys, values, name=name)
        self.name_of = name_of

    def same_name(self):
        name_of = torch.tensor(self.name_of or [0] * len(self.input(0)))
        return name_of[:, None] == name_of[None, :]

    def forward(self):
        q, k, v = self.input(0), self.input(1), self.input(2)
        self.c = q.size(-1) ** -0.5
        s = self.c * torch.einsum("ic,jc->ij", q, k)
        hidden = torch.logical_not(torch.tril(self.same_name()))
        s[hidden] = float("-inf")
        self.a = torch.softmax(s, dim=-1)
        self.result = torch.einsum("ij,jc->ic", self.a, v)

    def backward(self):
        q, k, v, g = self.input(0), self.input(1), self.input(2), self.gradient
        da = torch.einsum("ic,jc->ij", g, v)
        ds = self.a * da - self.a * torch.einsum("ij,ij->i", self.a, da)[:, None]
        dq = self.c * torch.einsum("ij,jc->ic", ds, k)
        dk = self.c * torch.einsum("ij,ic->jc", ds, q)
        return [dq, dk, torch.einsum("ij,ic->jc", self.a, g)]

# %% [markdown] right="hw8-attention-flash"
# Attention that keeps one number for each row and computes the weights again, as FlashAttention.

# %%
class Attention(ComputationNode):
    def __init__(self, queries, keys, values, name_of=None, name=None):
        super().__init__(queries, keys, values, name=name)
        self.name_of = name_of

    def same_name(self):
        name_of = torch.tensor(self.name_of or [0] * len(self.input(0)))
        return name_of[:, None] == name_of[None, :]

    def scores(self):
        Q, K = self.input(0), self.input(1)
        return (Q @ K.T * K.shape[1] ** -0.5).masked_fill(~self.same_name().tril(), -1e30)

    def forward(self):
        S = self.scores()
        self.log_sum = S.logsumexp(dim=1, keepdim=True)
        self.result = (S - self.log_sum).exp() @ self.input(2)

    def backward(self):
        Q, K, V = self.input(0), self.input(1), self.input(2)
        A = (self.scores() - self.log_sum).exp()
        rows = (self.gradient * self.output()).sum(dim=1, keepdim=True)  # = sum of A * dA
        dS = A * (self.gradient @ V.T - rows) * K.shape[1] ** -0.5
        return [dS @ K, dS.T @ Q, A.T @ self.gradient]

# %% [markdown] right="hw8-attention-in-loops"
# Attention query by query, in loops.

# %%
class Attention(ComputationNode):
    def __init__(self, queries, keys, values, name_of=None, name=None):
        super().__init__(queries, keys, values, name=name)
        self.name_of = name_of

    def same_name(self):
        name_of = torch.tensor(self.name_of or [0] * len(self.input(0)))
        return name_of[:, None] == name_of[None, :]

    def forward(self):
        Q, K, V = (self.input(i) for i in range(3))
        same, T = self.same_name(), len(Q)
        self.weights = []
        rows = []
        for i in range(T):
            seen = [j for j in range(i + 1) if same[i, j]]
            scores = torch.stack([Q[i] @ K[j] for j in seen]) / math.sqrt(K.shape[1])
            a = scores.softmax(0)
            self.weights.append((seen, a))
            rows.append(sum(a[c] * V[j] for c, j in enumerate(seen)))
        self.result = torch.stack(rows)

    def backward(self):
        Q, K, V = (self.input(i) for i in range(3))
        dQ, dK, dV = (torch.zeros_like(each) for each in (Q, K, V))
        for i, (seen, a) in enumerate(self.weights):
            da = torch.stack([self.gradient[i] @ V[j] for j in seen])
            ds = a * (da - a @ da) / math.sqrt(K.shape[1])
            for c, j in enumerate(seen):
                dQ[i] += ds[c] * K[j]
                dK[j] += ds[c] * Q[i]
                dV[j] += a[c] * self.gradient[i]
        return [dQ, dK, dV]
