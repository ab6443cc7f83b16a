# %% [markdown] exercise=["hw7-cost/last-layer"]

# %% [markdown] mistake="last-layer-entries-only"
# Only the entry-by-entry operations are counted.
#
# The gradient of W_m is a product of two matrices. Of which shapes?

# %%
last_layer["T_backward_last"] = "n d"

# %% [markdown] mistake="last-layer-no-activations"
# What the last layer needs is missing.
#
# The gradient of W_m is a product of the upstream gradient with x_m. Both have the size of a batch.

# %%
last_layer["M_backward_last"] = "d^2"

# %% [markdown] mistake="last-layer-no-gradient"
# The new gradient is missing.
#
# In the end there is a gradient of the shape of W_m. It counts.

# %%
last_layer["M_backward_last"] = "n d"

# %% [markdown] mistake="last-layer-size-as-time"
# This is how large the gradient is, not how long it takes.
#
# Each of its entries is a sum over the batch.

# %%
last_layer["T_backward_last"] = "d^2"

# %% [markdown] mistake="last-layer-whole-network"
# All layers are counted, but only the last one is needed.
#
# From the loss back to the last weight there is only one layer. Nothing before it needs a gradient,
# or is kept for one.

# %%
last_layer["T_backward_last"] = "m n d^2"
last_layer["M_backward_last"] = "m n d + d^2"

# %% [markdown] right="cost-last-layer-as-counted"
# As it is counted.

# %%
last_layer["T_backward_last"] = "2 n d^2 + 5 n d"
last_layer["M_backward_last"] = "d (2n + d)"
