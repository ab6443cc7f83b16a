# %% [markdown] exercise=["hw7-cost/times"]

# %% [markdown] mistake="time-W1-first-layer-only"
# Only the first layer is counted.
#
# The loss is at the other end. Before anything can reach the first layer, the gradient has to
# come through all the others.

# %%
times["T_backward_W1"] = "n d^2"

# %% [markdown] mistake="time-W1-no-product-on-the-way"
# On the way to the first layer, the products with the weights are left out.
#
# A layer in between need not compute the gradient of its own weight. But to hand the gradient on,
# it multiplies it by the transposed weight, and that is a product of matrices too.

# %%
times["T_backward_W1"] = "m n d + n d^2"

# %% [markdown] mistake="time-W1-size-of-the-gradient"
# This is how large the gradient is, not how long it takes.
#
# The result has d^2 numbers. What has to be computed before it is there?

# %%
times["T_backward_W1"] = "d^2"

# %% [markdown] mistake="time-adds-sizes"
# Sizes are added that should be multiplied.
#
# A product of a matrix with p rows and q columns and one with q rows and r columns takes p q r
# operations: each of p r entries is a sum of q products.

# %%
times["T_run"] = "m (n + d^2)"
times["T_forward"] = "m (n + d^2)"
times["T_backward"] = "m (n + d^2)"
times["T_backward_W1"] = "m (n + d^2)"

# %% [markdown] mistake="time-backward-entries-only"
# The backward pass is counted as if it only worked entry by entry.
#
# At z = x W there are two downstream gradients, x^T G and G W^T. Each of them is a product of
# matrices.

# %%
times["T_backward"] = "m n d"
times["T_backward_W1"] = "m n d"

# %% [markdown] mistake="time-batch-and-width-swapped"
# The batch and the width are swapped.
#
# The product x W has n rows and d columns, and the sum in each entry runs over d numbers, since a
# row of x has d.

# %%
times["T_run"] = "m n^2 d"
times["T_forward"] = "m n^2 d"
times["T_backward"] = "m n^2 d"
times["T_backward_W1"] = "m n^2 d"

# %% [markdown] mistake="time-each-weight-anew"
# The way back from the loss is counted anew for each weight.
#
# The upstream gradient at a layer is computed once. The layer uses it for its own weight and hands
# on what the layer before needs. So how much does one layer do, and how often?

# %%
times["T_backward"] = "m^2 n d^2"

# %% [markdown] mistake="time-forward-pays-for-gradients"
# The forward pass is charged for gradients.
#
# When gradients will be needed, the forward pass computes the same numbers as before; it only
# keeps more of them. Which operations would be new?

# %%
times["T_forward"] = "m^2 n d^2"

# %% [markdown] mistake="time-number-of-weights"
# This is the number of weights, not how often they are used.
#
# Each weight is multiplied once for every example of the batch. Double n: is there more to do?

# %%
times["T_run"] = "m d^2"
times["T_forward"] = "m d^2"
times["T_backward"] = "m d^2"
times["T_backward_W1"] = "m d^2"

# %% [markdown] mistake="time-one-layer"
# One layer is counted, but there are m.
#
# If every layer costs the same, what do m of them cost?

# %%
times["T_run"] = "n d^2"
times["T_forward"] = "n d^2"
times["T_backward"] = "n d^2"

# %% [markdown] mistake="time-one-operation-an-entry"
# Each entry of a matrix product is counted as one operation.
#
# There are n d entries in z, and each of them is a sum of products. How many products are in one
# sum? (A sum of p products takes about 2p operations.)

# %%
times["T_run"] = "m n d"
times["T_forward"] = "m n d"
times["T_backward"] = "m n d"
times["T_backward_W1"] = "m n d"

# %% [markdown] mistake="time-square-matrices"
# All matrices are counted as d by d.
#
# The product of two d by d matrices takes d^3. But the batch has n rows, and n may be far from d.

# %%
times["T_run"] = "m d^3"
times["T_forward"] = "m d^3"
times["T_backward"] = "m d^3"
times["T_backward_W1"] = "m d^3"

# %% [markdown] right="cost-times-big-o"
# Big-O, run together, as a mathematician writes.

# %%
times["T_run"] = "O(mnd²)"
times["T_forward"] = "Θ(m·n·d²)"
times["T_backward"] = "O(m n d^2) + O(m n d)"
times["T_backward_W1"] = "O(mnd^{2})"

# %% [markdown] right="cost-times-exact"
# Counted exactly, with constants and smaller terms.

# %%
times["T_run"] = "2 m n d^2 + m n d"
times["T_forward"] = "m*(2*n*d*d + n*d)"
times["T_backward"] = "(2m - 1) * 2 n d^2 + m n d"
times["T_backward_W1"] = "m (2 n d^2 + n d) + 2 n d^2"

# %% [markdown] right="cost-times-latex"
# LaTeX, and capitals.

# %%
times["T_run"] = "$m \\\\cdot n \\\\cdot d^{2}$"
times["T_forward"] = "M N D^2"
times["T_backward"] = "m × n × d × d"
times["T_backward_W1"] = "O(d^2 n m)"
