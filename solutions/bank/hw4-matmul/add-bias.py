# %% [markdown] exercise=["hw4-matmul/add-bias"]

# %% [markdown] mistake="add-bias-ones"
# AddBias forgets the upstream gradient.
#
# Ones are the local gradients. When you multiply them by the upstream gradient, what goes back to
# the rows, and what to the bias, which is used in every row?

# %%
class AddBias(ComputationNode):
    def forward(self):
        self.result = self.input(0) + self.input(1)

    def backward(self):
        return [torch.ones_like(self.gradient), torch.ones_like(self.input(1)) * len(self.gradient)]

# %% [markdown] mistake="add-bias-times-input"
# AddBias multiplies by the inputs, as Mul does.
#
# In a sum, moving an entry by h moves the result by h, whatever the values are: the local gradient
# is 1.

# %%
class AddBias(ComputationNode):
    def forward(self):
        self.result = self.input(0) + self.input(1)

    def backward(self):
        return [self.gradient * self.input(0), (self.gradient * self.input(1)).sum(dim=0)]

# %% [markdown] mistake="bias-adds-every-row-into-the-first"
# AddBias starts from the first row, changes it in place, and counts it twice.
#
# The first row of a matrix is a part of it, not a copy: `+=` changes the matrix. And the loop adds
# every row, including that one. Start from new zeros.

# %%
class AddBias(ComputationNode):
    def forward(self):
        self.result = self.input(0) + self.input(1)

    def backward(self):
        bias_gradient = self.gradient[0]
        for row in self.gradient:
            bias_gradient += row
        return [self.gradient, bias_gradient]

# %% [markdown] mistake="bias-adds-into-the-first-row"
# AddBias adds the rows up inside the first row of the gradient.
#
# The first row of a matrix is a part of it, not a copy: `+=` changes the matrix, and input 0 gets
# the changed one. Try t = torch.ones(2, 2), then r = t[0], then r += 5, and print t.

# %%
class AddBias(ComputationNode):
    def forward(self):
        self.result = self.input(0) + self.input(1)

    def backward(self):
        bias_gradient = self.gradient[0]
        for row in self.gradient[1:]:
            bias_gradient += row
        return [self.gradient, bias_gradient]

# %% [markdown] mistake="bias-averaged"
# The bias gradient is divided, as for a mean over the rows.
#
# At a fork the shares add up; they are not averaged. With twice as many rows, moving the bias
# moves twice as many entries.

# %%
class AddBias(ComputationNode):
    def forward(self):
        self.result = self.input(0) + self.input(1)

    def backward(self):
        return [self.gradient, self.gradient.mean(0)]

# %% [markdown] mistake="bias-axis-by-length"
# AddBias chooses the axis by its length.
#
# Going by lengths works until the matrix is square: then both axes have the same length, and you
# take the wrong one. The axis to sum over is the one along which the bias was repeated, however
# long it is. Try it with 3 rows and 3 columns.

# %%
class AddBias(ComputationNode):
    def forward(self):
        self.result = self.input(0) + self.input(1)

    def backward(self):
        m = len(self.input(1))
        axis = 1 if self.gradient.shape[0] == m else 0
        return [self.gradient, self.gradient.sum(axis)]

# %% [markdown] mistake="bias-counts-rows"
# The bias gradient is the number of rows.
#
# That is right only when every upstream gradient is 1. Sum the upstream gradients themselves.

# %%
class AddBias(ComputationNode):
    def forward(self):
        self.result = self.input(0) + self.input(1)

    def backward(self):
        return [self.gradient, self.input(1) * 0 + self.gradient.shape[0]]

# %% [markdown] mistake="bias-counts-rows-twice"
# AddBias sums over the rows and then multiplies by their number.
#
# The sum has one term for each row already, so the number of rows is in it. Take two rows with the
# upstream gradients 10 and 100 in the first column: each of them should count once.

# %%
class AddBias(ComputationNode):
    def forward(self):
        self.result = self.input(0) + self.input(1)

    def backward(self):
        return [self.gradient, self.gradient.sum(0) * len(self.gradient)]

# %% [markdown] mistake="bias-first-row"
# The bias gets the gradient of the first row only.
#
# The bias is added to every row, so every row sends a share.

# %%
class AddBias(ComputationNode):
    def forward(self):
        self.result = self.input(0) + self.input(1)

    def backward(self):
        return [self.gradient, self.gradient[0]]

# %% [markdown] mistake="bias-forgotten"
# The bias gets a gradient of zeros.
#
# The bias moves the result like any other input, once for each row.

# %%
class AddBias(ComputationNode):
    def forward(self):
        self.result = self.input(0) + self.input(1)

    def backward(self):
        return [self.gradient, self.input(1) * 0]

# %% [markdown] mistake="bias-is-multiplied"
# AddBias multiplies instead of adding.
#
# A bias of 0 should change nothing: 5 + 0 is 5. Look at its forward: which operator is between the
# inputs?

# %%
class AddBias(ComputationNode):
    def forward(self):
        self.result = self.input(0) * self.input(1)

    def backward(self):
        return [self.gradient, self.gradient.sum(0)]

# %% [markdown] mistake="bias-keeps-a-row"
# The bias gradient keeps a dimension of size 1.
#
# A gradient has the shape of the value it belongs to: (k), not (1, k).

# %%
class AddBias(ComputationNode):
    def forward(self):
        self.result = self.input(0) + self.input(1)

    def backward(self):
        return [self.gradient, self.gradient.sum(0, keepdim=True)]

# %% [markdown] mistake="bias-largest"
# The bias gets the largest share of each column.
#
# At a fork all shares count, small ones and negative ones too: they add up.

# %%
class AddBias(ComputationNode):
    def forward(self):
        self.result = self.input(0) + self.input(1)

    def backward(self):
        return [self.gradient, self.gradient.max(0).values]

# %% [markdown] mistake="bias-last-row"
# The bias gets the gradient of the last row only.
#
# The same bias is used in every row: a fork, and gradients add up at forks. If there is a loop over
# the rows, an assignment with = throws away the shares of the earlier ones: print the gradient of
# the bias after every round.

# %%
class AddBias(ComputationNode):
    def forward(self):
        self.result = self.input(0) + self.input(1)

    def backward(self):
        for row in self.gradient:
            bias_gradient = row
        return [self.gradient, bias_gradient]

# %% [markdown] mistake="bias-leaves-out-the-first-row"
# The bias gets no share of the first row.
#
# It is added to every row, and rows are counted from 0. Which rows are in your sum? Let only the
# first row have an upstream gradient other than 0, and the bias still counts.

# %%
class AddBias(ComputationNode):
    def forward(self):
        self.result = self.input(0) + self.input(1)

    def backward(self):
        return [self.gradient, self.gradient[1:].sum(0)]

# %% [markdown] mistake="bias-leaves-out-the-last-row"
# The bias gets no share of the last row.
#
# It is added to every row, however many there are. Are some rows written out one by one? `G[:-1]`
# is all rows but the last, and range(n) ends at n - 1 already.

# %%
class AddBias(ComputationNode):
    def forward(self):
        self.result = self.input(0) + self.input(1)

    def backward(self):
        return [self.gradient, self.gradient[:-1].sum(0)]

# %% [markdown] mistake="bias-local-only"
# AddBias gives the bias a gradient of ones.
#
# That is the local gradient of a single use. It leaves out what arrives from upstream, and the fact
# that the bias is used in every row. Put L = 10 * sum(Y) after it, and your gradient stays the
# same.

# %%
class AddBias(ComputationNode):
    def forward(self):
        self.result = self.input(0) + self.input(1)

    def backward(self):
        return [self.gradient, torch.ones_like(self.input(1))]

# %% [markdown] mistake="bias-mean-of-everything"
# The bias gradient is one number, the mean over everything.
#
# Each entry of the bias has a gradient of its own: only the entries of its own column depend on
# it. And at a fork the shares add up; they are not averaged.

# %%
class AddBias(ComputationNode):
    def forward(self):
        self.result = self.input(0) + self.input(1)

    def backward(self):
        return [self.gradient, self.gradient.mean()]

# %% [markdown] mistake="bias-not-summed"
# The bias gets a gradient for each row.
#
# Each entry of the bias is used once in every row. That is a fork, and at a fork the gradients
# add up. The gradient has the shape of the bias.

# %%
class AddBias(ComputationNode):
    def forward(self):
        self.result = self.input(0) + self.input(1)

    def backward(self):
        return [self.gradient, self.gradient]

# %% [markdown] mistake="bias-reshapes-before-summing"
# AddBias reshapes the gradient before it sums.
#
# reshape keeps the numbers in reading order, so each of your sums mixes columns. Write the numbers
# 1 to 6 into a (2, 3) matrix, reshape it to (3, 2), and see which numbers are side by side.

# %%
class AddBias(ComputationNode):
    def forward(self):
        self.result = self.input(0) + self.input(1)

    def backward(self):
        m = len(self.input(1))
        return [self.gradient, self.gradient.reshape(m, -1).sum(1)]

# %% [markdown] mistake="bias-scales-input"
# The matrix gets a gradient that is divided by the number of rows.
#
# The matrix is not broadcast. Each of its entries is used once and gets its gradient as it is.

# %%
class AddBias(ComputationNode):
    def forward(self):
        self.result = self.input(0) + self.input(1)

    def backward(self):
        return [self.gradient / self.gradient.shape[0], self.gradient.sum(0)]

# %% [markdown] mistake="bias-sums-both"
# AddBias hands the matrix a gradient with one entry for each column.
#
# The matrix was not repeated: each of its entries is used once, in one place, so there is nothing
# to sum for it. Or are your two gradients right and only in the wrong order? Print their shapes
# beside those of the inputs.

# %%
class AddBias(ComputationNode):
    def forward(self):
        self.result = self.input(0) + self.input(1)

    def backward(self):
        summed = self.gradient.sum(0)
        return [summed, summed]

# %% [markdown] mistake="bias-sums-the-shorter-axis"
# AddBias sums over the shorter axis.
#
# As long as there are no more rows than columns, that is the right one. With five rows of two
# entries it is not. The axis to sum over is the one along which the bias was repeated, however long
# it is.

# %%
class AddBias(ComputationNode):
    def forward(self):
        self.result = self.input(0) + self.input(1)

    def backward(self):
        rows, columns = self.gradient.shape
        return [self.gradient, self.gradient.sum(0 if rows <= columns else 1)]

# %% [markdown] mistake="bias-times-the-bias"
# AddBias multiplies the gradient of the bias by the bias.
#
# Then it would matter how large the bias is. Add 1 to every entry of a column, then 100: raise this
# bias by h, and compare how far the entries of the column move.

# %%
class AddBias(ComputationNode):
    def forward(self):
        self.result = self.input(0) + self.input(1)

    def backward(self):
        return [self.gradient, self.gradient.sum(0) * self.input(1)]

# %% [markdown] mistake="bias-total"
# The bias gradient is one number, the sum over everything.
#
# Each entry of the bias has a gradient of its own: only the entries of its own column depend on
# it.

# %%
class AddBias(ComputationNode):
    def forward(self):
        self.result = self.input(0) + self.input(1)

    def backward(self):
        return [self.gradient, self.gradient.sum()]

# %% [markdown] mistake="bias-total-everywhere"
# Every entry of the bias gets the sum over everything.
#
# An entry of the bias moves the entries of its own column and no others.

# %%
class AddBias(ComputationNode):
    def forward(self):
        self.result = self.input(0) + self.input(1)

    def backward(self):
        return [self.gradient, self.gradient.sum().expand(self.input(1).shape)]

# %% [markdown] mistake="bias-wrong-axis"
# The bias gradient is summed over the columns.
#
# The bias has one entry for each column, and it is repeated for each row. Summing along a row
# leaves one number for each row.

# %%
class AddBias(ComputationNode):
    def forward(self):
        self.result = self.input(0) + self.input(1)

    def backward(self):
        return [self.gradient, self.gradient.sum(1)]

# %% [markdown] right="bias-by-rows"
# Adds up the rows one by one.

# %%
class AddBias(ComputationNode):
    def forward(self):
        self.result = self.input(0) + self.input(1)[None, :]

    def backward(self):
        total = torch.zeros_like(self.input(1))
        for row in self.gradient:
            total = total + row
        return [self.gradient, total]

# %% [markdown] right="bias-column-by-column"
# AddBias column by column, and sum_to_size for comparison.

# %%
import torch


class AddBias(ComputationNode):
    def forward(self):
        x, b = self.input(0), self.input(1)
        self.result = x + b.expand_as(x)

    def backward(self):
        db = torch.stack([column.sum() for column in self.gradient.T])
        assert torch.allclose(db, self.gradient.sum_to_size(db.shape))
        return [self.gradient, db]

# %% [markdown] right="bias-einsum"
# AddBias with einsum, returning a tuple.

# %%
import torch


class AddBias(ComputationNode):
    def forward(self):
        self.result = torch.stack([row + self.input(1) for row in self.input(0)])

    def backward(self):
        return self.gradient.clone(), torch.einsum("ij->j", self.gradient)

# %% [markdown] right="bias-keepdim"
# AddBias with sum(dim=0, keepdim=True) and reshape.

# %%
class AddBias(ComputationNode):
    def forward(self):
        X, b = self.input(0), self.input(1)
        self.result = X + b.reshape(1, -1)

    def backward(self):
        G = self.gradient
        return [G, G.sum(dim=0, keepdim=True).reshape(-1)]

# %% [markdown] right="bias-loops-in-float32"
# Adds up the rows in a new tensor of zeros, which is float32.

# %%
class AddBias(ComputationNode):
    def forward(self):
        self.result = self.input(0) + self.input(1)

    def backward(self):
        b = torch.zeros(self.gradient.shape[1])
        for row in self.gradient:
            b += row
        return [self.gradient, b]

# %% [markdown] right="bias-ones-times-g"
# AddBias with a row of ones times G, and a row of ones in forward.

# %%
import torch


class AddBias(ComputationNode):
    def forward(self):
        X, b = self.input(0), self.input(1)
        ones = torch.ones(X.shape[0], 1, dtype=X.dtype)
        self.result = X + ones @ b[None, :]

    def backward(self):
        ones = torch.ones(self.gradient.shape[0], dtype=self.gradient.dtype)
        return [self.gradient, ones @ self.gradient]

# %% [markdown] right="bias-sum-to-size"
# sum_to_size, for any shape.

# %%
class AddBias(ComputationNode):
    def forward(self):
        self.result = torch.add(self.input(0), self.input(1))

    def backward(self):
        return [self.gradient.sum_to_size(self.input(i).shape) for i in (0, 1)]

# %% [markdown] right="bias-unbroadcast" exercise=["hw4-matmul/add-bias", "hw4-matmul/add"]
# AddBias and Add with a helper that sums a gradient back to a shape.

# %%
def unbroadcast(gradient, shape):
    while gradient.dim() > len(shape):
        gradient = gradient.sum(0)
    for axis, size in enumerate(shape):
        if size == 1 and gradient.shape[axis] != 1:
            gradient = gradient.sum(axis, keepdim=True)
    return gradient


class Add(ComputationNode):
    def forward(self):
        self.result = self.input(0) + self.input(1)

    def backward(self):
        return [unbroadcast(self.gradient, node.result.shape) for node in self.input_nodes]


class AddBias(Add):
    pass
