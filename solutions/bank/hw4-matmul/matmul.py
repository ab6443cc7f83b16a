# %% [markdown] exercise=["hw4-matmul/matmul"]

# %% [markdown] mistake="matmul-averages"
# Matmul divides by the size of the batch.
#
# The gradient is a sum over the rows. A mean belongs in the loss, if it is there at all.

# %%
class Matmul(ComputationNode):
    def forward(self):
        self.result = self.input(0) @ self.input(1)

    def backward(self):
        return [self.gradient @ self.input(1).T, self.input(0).T @ self.gradient / self.gradient.shape[0]]

# %% [markdown] mistake="matmul-averages-over-rows"
# Matmul divides by the number of rows.
#
# Perhaps you are thinking of a loss that is a mean over examples. Then it is the loss that divides,
# and its division is already in the upstream gradient. Matmul's forward does not divide. With a
# single row nothing shows; try two.

# %%
class Matmul(ComputationNode):
    def forward(self):
        self.result = self.input(0) @ self.input(1)

    def backward(self):
        n = self.gradient.shape[0]
        return [self.gradient @ self.input(1).T / n, self.input(0).T @ self.gradient / n]

# %% [markdown] mistake="matmul-elementwise"
# Matmul multiplies entry by entry.
#
# `*` pairs up entries in the same place. A matrix product sums over an index, and its operator is
# `@`.

# %%
class Matmul(ComputationNode):
    def forward(self):
        self.result = self.input(0) @ self.input(1)

    def backward(self):
        return [self.gradient * self.input(1), self.input(0) * self.gradient]

# %% [markdown] mistake="matmul-first-input-for-both"
# Matmul uses its first input for both gradients.
#
# In C = AB, how far C moves when A moves depends on what A is multiplied by. Take 1 by 1 matrices:
# C = ab is an ordinary product, and Matmul must do there what Mul does.

# %%
class Matmul(ComputationNode):
    def forward(self):
        self.result = self.input(0) @ self.input(1)

    def backward(self):
        return [self.gradient @ self.input(0).T, self.input(0).T @ self.gradient]

# %% [markdown] mistake="matmul-first-only"
# Matmul returns a gradient for its first input only.
#
# Both matrices move the product, so both need a gradient.

# %%
class Matmul(ComputationNode):
    def forward(self):
        self.result = self.input(0) @ self.input(1)

    def backward(self):
        return [self.gradient @ self.input(1).T]

# %% [markdown] mistake="matmul-forgets-one-transpose"
# Matmul transposes for its first input only.
#
# In the second gradient the sum runs over i, the rows of both A and G. A matrix product needs the
# summed index at the end of its left factor. Write the shapes of the two side by side, (3, 2) and
# (3, 4), and see whether they fit.

# %%
class Matmul(ComputationNode):
    def forward(self):
        self.result = self.input(0) @ self.input(1)

    def backward(self):
        return [self.gradient @ self.input(1).T, self.input(0) @ self.gradient]

# %% [markdown] mistake="matmul-is-mul"
# Matmul multiplies entry by entry, in forward and in backward.
#
# This is Mul. In Python, * multiplies entry by entry, and the matrix product has an operator of its
# own. Take a (1, 2) matrix and a (2, 1) matrix: the matrix product has a single entry.

# %%
class Matmul(ComputationNode):
    def forward(self):
        self.result = self.input(0) * self.input(1)

    def backward(self):
        return [self.gradient * self.input(1), self.gradient * self.input(0)]

# %% [markdown] mistake="matmul-forgets-return"
# Matmul's backward returns nothing.
#
# Without the word return a Python function gives back None, and what it has computed is lost. The
# smallest example: define f with the single line 1 + 1 in it, and print f().

# %%
class Matmul(ComputationNode):
    def forward(self):
        self.result = self.input(0) @ self.input(1)

    def backward(self):
        dA = self.gradient @ self.input(1).T
        dB = self.input(0).T @ self.gradient

# %% [markdown] mistake="matmul-forgets-upstream"
# Matmul uses ones instead of the upstream gradient.
#
# Each entry of the product counts with its own weight, and the upstream gradient says which. Ones
# say that all of them count the same.

# %%
class Matmul(ComputationNode):
    def forward(self):
        self.result = self.input(0) @ self.input(1)

    def backward(self):
        ones = self.gradient * 0 + 1
        return [ones @ self.input(1).T, self.input(0).T @ ones]

# %% [markdown] mistake="matmul-forward-entry-by-entry"
# Matmul's forward multiplies entry by entry.
#
# In Python, * multiplies entry by entry, and the matrix product has an operator of its own. Take a
# (1, 2) matrix and a (2, 1) matrix: the matrix product has a single entry.

# %%
class Matmul(ComputationNode):
    def forward(self):
        self.result = self.input(0) * self.input(1)

    def backward(self):
        return [self.gradient @ self.input(1).T, self.input(0).T @ self.gradient]

# %% [markdown] mistake="matmul-loop-overwrites"
# Matmul keeps only the last term of each sum.
#
# An entry of A is used once for each column of B: a fork, and gradients add up at forks. In a loop,
# an assignment with = throws away the shares of the earlier rounds. Print dA after every round.

# %%
class Matmul(ComputationNode):
    def forward(self):
        self.result = self.input(0) @ self.input(1)

    def backward(self):
        G, A, B = self.gradient, self.input(0), self.input(1)
        for j in range(G.shape[1]):
            dA = torch.outer(G[:, j], B[:, j])
        for i in range(G.shape[0]):
            dB = torch.outer(A[i], G[i])
        return [dA, dB]

# %% [markdown] mistake="matmul-no-transpose" exercise=["hw4-matmul/matmul", "hw5-mlp/arithmetic", "hw8-transformer/arithmetic"]
# Matmul multiplies by the other input without transposing it.
#
# Write the shapes down: the upstream gradient is (n, k), the second input (d, k). Which way do they
# fit?

# %%
class Matmul(ComputationNode):
    def forward(self):
        self.result = self.input(0) @ self.input(1)

    def backward(self):
        return [self.gradient @ self.input(1), self.input(0) @ self.gradient]

# %% [markdown] mistake="matmul-numerator-layout"
# Matmul returns transposed gradients, in numerator layout.
#
# A gradient has the shape of the value it belongs to. Some books use the transpose of that.

# %%
class Matmul(ComputationNode):
    def forward(self):
        self.result = self.input(0) @ self.input(1)

    def backward(self):
        return [(self.gradient @ self.input(1).T).T, (self.input(0).T @ self.gradient).T]

# %% [markdown] mistake="matmul-numerator-layout-reshaped"
# Matmul's gradients are transposed, then pressed into shape.
#
# reshape gives the shape you ask for but keeps the numbers in reading order, so they land in the
# wrong places. Write the numbers 1 to 6 into a (2, 3) matrix, and compare its reshape to (3, 2)
# with its transpose.

# %%
class Matmul(ComputationNode):
    def forward(self):
        self.result = self.input(0) @ self.input(1)

    def backward(self):
        dA = (self.input(1) @ self.gradient.T).reshape(self.input(0).shape)
        dB = (self.gradient.T @ self.input(0)).reshape(self.input(1).shape)
        return [dA, dB]

# %% [markdown] mistake="matmul-ones-for-the-second"
# Matmul forgets the upstream gradient in the second gradient.
#
# Ones instead of the upstream gradient say that every entry of C counts the same. The first
# gradient has self.gradient; what is in its place in the second?

# %%
class Matmul(ComputationNode):
    def forward(self):
        self.result = self.input(0) @ self.input(1)

    def backward(self):
        return [self.gradient @ self.input(1).T, self.input(0).T @ torch.ones_like(self.gradient)]

# %% [markdown] mistake="matmul-reshapes"
# Matmul reshapes where it should transpose.
#
# Both give a shape that fits, but reshape keeps the numbers in reading order, while a transpose
# swaps rows and columns. Try both on a 2 by 3 matrix of the numbers 1 to 6.

# %%
class Matmul(ComputationNode):
    def forward(self):
        self.result = self.input(0) @ self.input(1)

    def backward(self):
        A, B, G = self.input(0), self.input(1), self.gradient
        return [G @ B.reshape(B.shape[1], B.shape[0]), A.reshape(A.shape[1], A.shape[0]) @ G]

# %% [markdown] mistake="matmul-result-for-gradient"
# Matmul sends its result back instead of its gradient.
#
# self.result and self.gradient have the same shape, so everything fits, but the first says what C
# is, and the second how much C counts in the loss. Double the upstream gradient: what you hand on
# should double, but it stays the same.

# %%
class Matmul(ComputationNode):
    def forward(self):
        self.result = self.input(0) @ self.input(1)

    def backward(self):
        return [self.result @ self.input(1).T, self.input(0).T @ self.result]

# %% [markdown] mistake="matmul-result-for-the-second"
# Matmul multiplies by its own result in the second gradient.
#
# Neither gradient needs the product itself: each is made of the upstream gradient and the other
# input. What is multiplied by g_ij in the sum for b_rj?

# %%
class Matmul(ComputationNode):
    def forward(self):
        self.result = self.input(0) @ self.input(1)

    def backward(self):
        return [self.gradient @ self.input(1).T, self.input(0).T @ self.output()]

# %% [markdown] mistake="matmul-reversed-product"
# Matmul multiplies its inputs in the wrong order in forward.
#
# Input 0 goes on the left. For matrices that are not square, the other order does not even fit.

# %%
class Matmul(ComputationNode):
    def forward(self):
        self.result = self.input(1) @ self.input(0)

    def backward(self):
        return [self.gradient @ self.input(1).T, self.input(0).T @ self.gradient]

# %% [markdown] mistake="matmul-scales-as-mul"
# Matmul sums each input and scales the upstream gradient with it.
#
# Every entry has its own weights: row i of one factor meets column j of the other. Sums over
# everything lose that.

# %%
class Matmul(ComputationNode):
    def forward(self):
        self.result = self.input(0) @ self.input(1)

    def backward(self):
        A, B, G = self.input(0), self.input(1), self.gradient
        return [G.sum(1, keepdim=True) * B.sum(1), A.sum(0).unsqueeze(1) * G.sum(0)]

# %% [markdown] mistake="matmul-second-input-for-both"
# Matmul uses the second input in both gradients.
#
# The gradient for each input needs the other one. The first is right; which input is the second to
# be multiplied by, in the sum over i of a_ir g_ij?

# %%
class Matmul(ComputationNode):
    def forward(self):
        self.result = self.input(0) @ self.input(1)

    def backward(self):
        return [self.gradient @ self.input(1).T, self.input(1).T @ self.gradient]

# %% [markdown] mistake="matmul-sign"
# Matmul gives its second gradient a minus sign.
#
# There is no minus sign here: larger entries of the second input make larger products.

# %%
class Matmul(ComputationNode):
    def forward(self):
        self.result = self.input(0) @ self.input(1)

    def backward(self):
        return [self.gradient @ self.input(1).T, -self.input(0).T @ self.gradient]

# %% [markdown] mistake="matmul-squeezes"
# Matmul squeezes its gradients.
#
# `squeeze()` takes out every axis of length 1, so a gradient with a single row or column becomes a
# vector. A gradient has the shape of its input, and a batch of one example is still a matrix.

# %%
class Matmul(ComputationNode):
    def forward(self):
        self.result = self.input(0) @ self.input(1)

    def backward(self):
        of_first, of_second = self.gradient @ self.input(1).T, self.input(0).T @ self.gradient
        return [of_first.squeeze(), of_second.squeeze()]

# %% [markdown] mistake="matmul-swapped" exercise=["hw4-matmul/matmul", "hw5-mlp/arithmetic", "hw8-transformer/arithmetic"]
# Matmul returns the two gradients in the wrong places.
#
# The first entry of the list belongs to the first input and has its shape.

# %%
class Matmul(ComputationNode):
    def forward(self):
        self.result = self.input(0) @ self.input(1)

    def backward(self):
        return [self.input(0).T @ self.gradient, self.gradient @ self.input(1).T]

# %% [markdown] mistake="matmul-transposed-inputs-only"
# Matmul hands its first input a gradient of shape (4, 2).
#
# A has the shape (3, 2), and its gradient must have it too. If yours is a transposed input alone,
# the upstream gradient is missing: it says how much each entry of C counts in the loss, and in
# exercise 1 it was in every term.

# %%
class Matmul(ComputationNode):
    def forward(self):
        self.result = self.input(0) @ self.input(1)

    def backward(self):
        return [self.input(1).T, self.input(0).T]

# %% [markdown] mistake="matmul-transposes-upstream"
# Matmul transposes the upstream gradient instead of the input.
#
# The sum runs over an index that is in the wrong place in the other input. So it is that input that
# has to be transposed.

# %%
class Matmul(ComputationNode):
    def forward(self):
        self.result = self.input(0) @ self.input(1)

    def backward(self):
        return [self.gradient.T @ self.input(1), self.input(0) @ self.gradient.T]

# %% [markdown] mistake="matmul-wrong-order"
# Matmul multiplies in the wrong order.
#
# For matrices the order matters. In the sum over j of g_ij b_rj, which factor's last index is
# summed? That factor goes on the left.

# %%
class Matmul(ComputationNode):
    def forward(self):
        self.result = self.input(0) @ self.input(1)

    def backward(self):
        return [self.input(1).T @ self.gradient, self.gradient @ self.input(0).T]

# %% [markdown] mistake="matmul-wrong-order-for-a"
# Matmul multiplies in the wrong order for its first input.
#
# The second gradient is right. In the first, the upstream gradient changes sides: in g_ij b_rj the
# sum runs over j, and i and then r remain. Write down the shapes (4, 2) and (3, 4) and see whether
# they fit in this order.

# %%
class Matmul(ComputationNode):
    def forward(self):
        self.result = self.input(0) @ self.input(1)

    def backward(self):
        return [self.input(1).T @ self.gradient, self.input(0).T @ self.gradient]

# %% [markdown] mistake="matmul-wrong-order-for-b"
# Matmul multiplies in the wrong order for its second input.
#
# The first gradient is right. In the second, the upstream gradient changes sides: in a_ir g_ij the
# sum runs over i, and r and then j remain. Write down the shapes (3, 4) and (2, 3) and see whether
# they fit in this order.

# %%
class Matmul(ComputationNode):
    def forward(self):
        self.result = self.input(0) @ self.input(1)

    def backward(self):
        return [self.gradient @ self.input(1).T, self.gradient @ self.input(0).T]

# %% [markdown] right="matmul-einsum" exercise=["hw4-matmul/matmul", "hw5-mlp/arithmetic", "hw8-transformer/arithmetic"]
# Einstein's summation.

# %%
class Matmul(ComputationNode):
    def forward(self):
        self.result = torch.einsum("ik,kj->ij", self.input(0), self.input(1))

    def backward(self):
        g, a, b = self.gradient, self.input(0), self.input(1)
        return [torch.einsum("ij,kj->ik", g, b), torch.einsum("ik,ij->kj", a, g)]

# %% [markdown] right="matmul-functions"
# Matmul with torch.matmul, torch.mm and transpose, transposing the product.

# %%
import torch


class Matmul(ComputationNode):
    def forward(self):
        self.result = torch.matmul(self.input(0), self.input(1))

    def backward(self):
        A, B = self.input(0), self.input(1)
        G_T = torch.transpose(self.gradient, 0, 1)
        dA = torch.transpose(torch.mm(B, G_T), 0, 1)
        dB = torch.transpose(G_T.matmul(A), 0, 1)
        return [dA, dB]

# %% [markdown] right="matmul-loops"
# Loops over the entries, as in the formula.

# %%
class Matmul(ComputationNode):
    def forward(self):
        self.result = torch.matmul(self.input(0), self.input(1))

    def backward(self):
        a, b, g = self.input(0), self.input(1), self.gradient
        da, db = torch.zeros_like(a), torch.zeros_like(b)
        for i in range(g.shape[0]):
            for j in range(g.shape[1]):
                for k in range(a.shape[1]):
                    da[i, k] += g[i, j] * b[k, j]
                    db[k, j] += g[i, j] * a[i, k]
        return [da, db]

# %% [markdown] right="matmul-loops-in-float32"
# Loops over the entries, into new tensors of zeros, which are float32.

# %%
class Matmul(ComputationNode):
    def forward(self):
        self.result = self.input(0) @ self.input(1)

    def backward(self):
        A, B, G = self.input(0), self.input(1), self.gradient
        dA, dB = torch.zeros(A.shape), torch.zeros(B.shape)
        for i in range(G.shape[0]):
            for j in range(G.shape[1]):
                for k in range(A.shape[1]):
                    dA[i, k] += G[i, j] * B[k, j]
                    dB[k, j] += G[i, j] * A[i, k]
        return [dA, dB]

# %% [markdown] right="matmul-mt"
# Matmul with mT and a tuple.

# %%
class Matmul(ComputationNode):
    def forward(self):
        self.result = self.input(0) @ self.input(1)

    def backward(self):
        return self.gradient @ self.input(1).mT, self.input(0).mT @ self.gradient

# %% [markdown] right="matmul-outer-products"
# A sum of outer products, and mT.

# %%
class Matmul(ComputationNode):
    def forward(self):
        self.result = self.input(0).mm(self.input(1))

    def backward(self):
        a, g = self.input(0), self.gradient
        return (g @ self.input(1).mT, sum(torch.outer(row, grow) for row, grow in zip(a, g)))

# %% [markdown] right="matmul-stack"
# Matmul with torch.stack of rows and columns, and broadcasting.

# %%
import torch


class Matmul(ComputationNode):
    def forward(self):
        A, B = self.input(0), self.input(1)
        self.result = torch.stack([row @ B for row in A])

    def backward(self):
        A, B, G = self.input(0), self.input(1), self.gradient
        dA = torch.stack([B @ g for g in G])
        dB = (A[:, :, None] * G[:, None, :]).sum(0)
        return [dA, dB]
