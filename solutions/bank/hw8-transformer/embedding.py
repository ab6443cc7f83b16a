# %% [markdown] exercise=["hw8-transformer/embedding"]

# %% [markdown] mistake="embedding-adds-the-row-of-the-token"
# Row t of the gradient is added for token t, wherever it stands in the text.
#
# The upstream gradient has a row for each place of the text. The token at place i gets row i: in the text
# 2, 0, 2 token 0 gets row 1.

# %%
class Embedding(ComputationNode):
    def __init__(self, table, tokens, name=None):
        super().__init__(table, name=name)
        self.tokens = tokens  # whole numbers, one for each row of the result

    def forward(self):
        self.result = self.input(0)[list(self.tokens)]

    def backward(self):
        zeros = torch.zeros_like(self.input(0))
        for token in self.tokens:
            zeros[token] += self.gradient[token % len(self.gradient)]
        return [zeros]

# %% [markdown] mistake="embedding-assigns-in-a-loop"
# A repeated token keeps only its last share.
#
# A row that is used twice is a fork, and its shares add up. In a loop, `=` overwrites what is there
# already: use `+=`. With a list of rows, `A[rows] += G` reads them all before it writes any: use
# index_add.

# %%
class Embedding(ComputationNode):
    def __init__(self, table, tokens, name=None):
        super().__init__(table, name=name)
        self.tokens = tokens  # whole numbers, one for each row of the result

    def forward(self):
        self.result = self.input(0)[list(self.tokens)]

    def backward(self):
        zeros = torch.zeros_like(self.input(0))
        for token, row in zip(self.tokens, self.gradient):
            zeros[token] = row
        return [zeros]

# %% [markdown] mistake="embedding-averages"
# The shares of a repeated token are averaged.
#
# Gradients add up at forks; they are not averaged. A token that stands in the text three times
# moves three rows of the result.

# %%
class Embedding(ComputationNode):
    def __init__(self, table, tokens, name=None):
        super().__init__(table, name=name)
        self.tokens = tokens  # whole numbers, one for each row of the result

    def forward(self):
        self.result = self.input(0)[list(self.tokens)]

    def backward(self):
        zeros = torch.zeros_like(self.input(0))
        counts = torch.zeros(len(zeros), 1)
        for token in self.tokens:
            counts[token] += 1
        total = zeros.index_add(0, torch.tensor(self.tokens), self.gradient)
        return [total / counts.clamp(min=1)]

# %% [markdown] mistake="embedding-changes-the-table"
# Backward adds the gradient to the table itself.
#
# The table is the input, which a node only reads: the optimiser changes it, later and by a small step. Add
# the shares to zeros of the same shape.

# %%
class Embedding(ComputationNode):
    def __init__(self, table, tokens, name=None):
        super().__init__(table, name=name)
        self.tokens = tokens  # whole numbers, one for each row of the result

    def forward(self):
        self.result = self.input(0)[list(self.tokens)]

    def backward(self):
        return [self.input(0).index_add_(0, torch.tensor(self.tokens), self.gradient)]

# %% [markdown] mistake="embedding-columns"
# Columns of the table are looked up.
#
# A token has a row of the table, A[[2, 0]]. `A[:, [2, 0]]` takes columns.

# %%
class Embedding(ComputationNode):
    def __init__(self, table, tokens, name=None):
        super().__init__(table, name=name)
        self.tokens = tokens  # whole numbers, one for each row of the result

    def forward(self):
        self.result = self.input(0)[:, [t % self.input(0).shape[1] for t in self.tokens]].T

    def backward(self):
        zeros = torch.zeros_like(self.input(0))
        return [zeros.index_add(0, torch.tensor(self.tokens), self.gradient)]

# %% [markdown] mistake="embedding-counts-a-token-once"
# Of a repeated token only the first share counts.
#
# Each row of the result is a copy of its own, and brings a share. In a text like 2, 0, 2 the row of token
# 2 gets the sum of the first and the third row of the upstream gradient.

# %%
class Embedding(ComputationNode):
    def __init__(self, table, tokens, name=None):
        super().__init__(table, name=name)
        self.tokens = tokens  # whole numbers, one for each row of the result

    def forward(self):
        self.result = self.input(0)[list(self.tokens)]

    def backward(self):
        zeros = torch.zeros_like(self.input(0))
        for token in set(self.tokens):
            zeros[token] += self.gradient[self.tokens.index(token)]
        return [zeros]

# %% [markdown] mistake="embedding-counts-from-one"
# Tokens are counted from 1.
#
# Token 0 has the first row of the table, row 0. With one subtracted, it would get the last row, as Python
# counts -1 from the end.

# %%
class Embedding(ComputationNode):
    def __init__(self, table, tokens, name=None):
        super().__init__(table, name=name)
        self.tokens = tokens  # whole numbers, one for each row of the result

    def forward(self):
        self.result = self.input(0)[[token - 1 for token in self.tokens]]

    def backward(self):
        zeros = torch.zeros_like(self.input(0))
        return [zeros.index_add(0, torch.tensor(self.tokens), self.gradient)]

# %% [markdown] mistake="embedding-divides-by-the-number-of-tokens"
# The gradient is divided by the number of tokens.
#
# Nothing in a lookup is a mean. A row that is used once gets the upstream gradient of its copy, however
# long the text is.

# %%
class Embedding(ComputationNode):
    def __init__(self, table, tokens, name=None):
        super().__init__(table, name=name)
        self.tokens = tokens  # whole numbers, one for each row of the result

    def forward(self):
        self.result = self.input(0)[list(self.tokens)]

    def backward(self):
        zeros = torch.zeros_like(self.input(0))
        total = zeros.index_add(0, torch.tensor(self.tokens), self.gradient)
        return [total / len(self.tokens)]

# %% [markdown] mistake="embedding-gathers-the-gradient"
# Backward looks rows up, too.
#
# `G[tokens]` takes rows of the upstream gradient. Backward goes the other way: row i of the gradient is added
# to row tokens[i] of the table's.

# %%
class Embedding(ComputationNode):
    def __init__(self, table, tokens, name=None):
        super().__init__(table, name=name)
        self.tokens = tokens  # whole numbers, one for each row of the result

    def forward(self):
        self.result = self.input(0)[list(self.tokens)]

    def backward(self):
        zeros = torch.zeros_like(self.input(0))
        for i, token in enumerate(self.tokens):
            if i < len(zeros):
                zeros[i] += self.gradient[min(token, len(self.gradient) - 1)]
        return [zeros]

# %% [markdown] mistake="embedding-ignores-what-index-add-returns"
# No share reaches the gradient that is returned.
#
# `+=` and `A[t] = ...` write into a tensor. `A.index_add(...)`, and a `+` whose result is not put
# back, leave it as it is, and what they return is another one. Which of the two do you return?

# %%
class Embedding(ComputationNode):
    def __init__(self, table, tokens, name=None):
        super().__init__(table, name=name)
        self.tokens = tokens  # whole numbers, one for each row of the result

    def forward(self):
        self.result = self.input(0)[list(self.tokens)]

    def backward(self):
        zeros = torch.zeros_like(self.input(0))
        zeros.index_add(0, torch.tensor(self.tokens), self.gradient)
        return [zeros]

# %% [markdown] mistake="embedding-kept-zeros"
# The zeros are made once, in forward, and added to in every backward pass.
#
# On the second call the shares of the first are still there. Make the zeros in backward.

# %%
class Embedding(ComputationNode):
    def __init__(self, table, tokens, name=None):
        super().__init__(table, name=name)
        self.tokens = tokens  # whole numbers, one for each row of the result

    def forward(self):
        self.result = self.input(0)[list(self.tokens)]
        if not hasattr(self, "total"):
            self.total = torch.zeros_like(self.input(0))

    def backward(self):
        return [self.total.index_add_(0, torch.tensor(self.tokens), self.gradient)]

# %% [markdown] mistake="embedding-last-token-forgotten"
# The last token of the text gets no share.
#
# Each row of the upstream gradient belongs to a token, the last row too. range(n) already ends at
# n - 1, and `tokens[:-1]` is all tokens but the last.

# %%
class Embedding(ComputationNode):
    def __init__(self, table, tokens, name=None):
        super().__init__(table, name=name)
        self.tokens = tokens  # whole numbers, one for each row of the result

    def forward(self):
        self.result = self.input(0)[list(self.tokens)]

    def backward(self):
        zeros = torch.zeros_like(self.input(0))
        for i in range(len(self.tokens) - 1):
            zeros[self.tokens[i]] += self.gradient[i]
        return [zeros]

# %% [markdown] mistake="embedding-ones"
# Rows that are used get 1 instead of their share.
#
# The upstream gradient is missing: it says how much each entry of the result counts further on. Add its row,
# not a row of ones.

# %%
class Embedding(ComputationNode):
    def __init__(self, table, tokens, name=None):
        super().__init__(table, name=name)
        self.tokens = tokens  # whole numbers, one for each row of the result

    def forward(self):
        self.result = self.input(0)[list(self.tokens)]

    def backward(self):
        zeros = torch.zeros_like(self.input(0))
        return [zeros.index_add(0, torch.tensor(self.tokens), torch.ones_like(self.gradient))]

# %% [markdown] mistake="embedding-overwrites"
# A repeated token keeps only its last share.
#
# A row that is used twice is a fork, and its shares add up. In a loop, `=` overwrites what is there
# already: use `+=`. With a list of rows, `A[rows] += G` reads them all before it writes any: use
# index_add.

# %%
class Embedding(ComputationNode):
    def __init__(self, table, tokens, name=None):
        super().__init__(table, name=name)
        self.tokens = tokens  # whole numbers, one for each row of the result

    def forward(self):
        self.result = self.input(0)[list(self.tokens)]

    def backward(self):
        zeros = torch.zeros_like(self.input(0))
        zeros[list(self.tokens)] += self.gradient
        return [zeros]

# %% [markdown] mistake="embedding-returns-upstream"
# The upstream gradient is returned as it came.
#
# It has a row for each token of the text; the table has a row for each token there is. A gradient has the
# shape of the value it belongs to: put each row where it belongs.

# %%
class Embedding(ComputationNode):
    def __init__(self, table, tokens, name=None):
        super().__init__(table, name=name)
        self.tokens = tokens  # whole numbers, one for each row of the result

    def forward(self):
        self.result = self.input(0)[list(self.tokens)]

    def backward(self):
        return [self.gradient]

# %% [markdown] mistake="embedding-sorts-the-tokens"
# The tokens are sorted or made unique.
#
# The rows of the result stand in the order of the text, and a token that stands there twice has two rows.
# `set` or `unique` loses both.

# %%
class Embedding(ComputationNode):
    def __init__(self, table, tokens, name=None):
        super().__init__(table, name=name)
        self.tokens = tokens  # whole numbers, one for each row of the result

    def forward(self):
        self.result = self.input(0)[sorted(self.tokens)]

    def backward(self):
        zeros = torch.zeros_like(self.input(0))
        return [zeros.index_add(0, torch.tensor(self.tokens), self.gradient)]

# %% [markdown] mistake="embedding-makes-the-tokens-unique"
# The tokens are sorted or made unique.
#
# The rows of the result stand in the order of the text, and a token that stands there twice has two rows.
# `set` or `unique` loses both.

# %%
class Embedding(ComputationNode):
    def __init__(self, table, tokens, name=None):
        super().__init__(table, name=name)
        self.tokens = tokens  # whole numbers, one for each row of the result

    def forward(self):
        self.result = self.input(0)[list(set(self.tokens))]

    def backward(self):
        zeros = torch.zeros_like(self.input(0))
        return [zeros.index_add(0, torch.tensor(self.tokens), self.gradient)]

# %% [markdown] mistake="embedding-starts-from-the-table"
# The gradient begins with the table instead of zeros.
#
# A row that no token uses gets a gradient of 0, whatever its values are. Begin with `torch.zeros_like(...)`
# and add the shares.

# %%
class Embedding(ComputationNode):
    def __init__(self, table, tokens, name=None):
        super().__init__(table, name=name)
        self.tokens = tokens  # whole numbers, one for each row of the result

    def forward(self):
        self.result = self.input(0)[list(self.tokens)]

    def backward(self):
        zeros = self.input(0).clone()
        return [zeros.index_add(0, torch.tensor(self.tokens), self.gradient)]

# %% [markdown] mistake="embedding-times-the-table"
# The share is multiplied by the row of the table.
#
# The local gradient of a lookup is 1: the result moves by as much as the entry that is copied. So the share
# is the upstream gradient itself.

# %%
class Embedding(ComputationNode):
    def __init__(self, table, tokens, name=None):
        super().__init__(table, name=name)
        self.tokens = tokens  # whole numbers, one for each row of the result

    def forward(self):
        self.result = self.input(0)[list(self.tokens)]

    def backward(self):
        zeros = torch.zeros_like(self.input(0))
        return [zeros.index_add(0, torch.tensor(self.tokens), self.gradient * self.output())]

# %% [markdown] right="hw8-embedding-by-one-hot-rows"
# Embedding as the matrix product that it is.

# %%
class Embedding(ComputationNode):
    def __init__(self, table, tokens, name=None):
        super().__init__(table, name=name)
        self.tokens = tokens

    def forward(self):
        table = self.input(0)
        self.one_hot = torch.eye(len(table), dtype=table.dtype)[list(self.tokens)]
        self.result = self.one_hot @ table

    def backward(self):
        return [self.one_hot.T @ self.gradient]

# %% [markdown] right="hw8-embedding-dictionary"
# Embedding that collects the shares of each token in a dictionary.

# %%
class Embedding(ComputationNode):
    def __init__(self, table, tokens, name=None):
        super().__init__(table, name=name)
        self.tokens = tokens

    def forward(self):
        self.result = self.input(0)[torch.tensor(self.tokens)]

    def backward(self):
        shares = {}
        for i, token in enumerate(self.tokens):
            shares[token] = shares.get(token, 0) + self.gradient[i]
        nothing = torch.zeros(self.input(0).shape[1], dtype=self.gradient.dtype)
        return [torch.stack([shares.get(i, nothing) for i in range(len(self.input(0)))])]

# %% [markdown] right="hw8-embedding-in-a-loop"
# Embedding in loops.

# %%
class Embedding(ComputationNode):
    def __init__(self, table, tokens, name=None):
        super().__init__(table, name=name)
        self.tokens = tokens

    def forward(self):
        self.result = torch.stack([self.input(0)[token] for token in self.tokens])

    def backward(self):
        total = torch.zeros_like(self.input(0))
        for token, row in zip(self.tokens, self.gradient):
            total[token] += row
        return [total]

# %% [markdown] right="hw8-embedding-index-put"
# Embedding by index_select and index_put_, which adds up when told to.

# %%
class Embedding(ComputationNode):
    def __init__(self, table, tokens, name=None):
        super().__init__(table, name=name)
        self.tokens = tokens
        self.places = torch.tensor(tokens)

    def forward(self):
        self.result = self.input(0).index_select(0, self.places)
        self.rows = self.input(0).shape[0]

    def backward(self):
        g = self.gradient.new_zeros(self.rows, self.gradient.shape[1])
        return [g.index_put_((self.places,), self.gradient, accumulate=True)]
