# %% [markdown] exercise=["hw7-cost/memory"]

# %% [markdown] mistake="memory-W1-all-gradients"
# The gradients of all weights are counted.
#
# Only the gradient of the first weight is wanted, so it is the only one that is made.

# %%
space["M_backward_W1"] = "m n d + m d^2"

# %% [markdown] mistake="memory-W1-first-layer-only"
# Only the first layer is counted.
#
# The gradient comes from the loss, through the derivative of every activation function on the
# way. What does each of them need from the forward pass?

# %%
space["M_backward_W1"] = "n d + d^2"

# %% [markdown] mistake="memory-W1-no-gradient"
# The gradient is missing.
#
# How many weights get one here, and how large is it?

# %%
space["M_backward_W1"] = "m n d"

# %% [markdown] mistake="memory-backward-few-activations"
# The activations of one layer are counted.
#
# When the backward pass begins, the activations of all layers are still there: none of them has
# been used yet.

# %%
space["M_backward"] = "n d + m d^2"

# %% [markdown] mistake="memory-backward-gradients-only"
# The saved activations are missing.
#
# If the batch is very large, n much larger than d, the activations saved in the forward pass take
# more memory than the gradients. Either can be larger, so both have to be in the sum.

# %%
space["M_backward"] = "m d^2"
space["M_backward_W1"] = "d^2"

# %% [markdown] mistake="memory-backward-multiplied"
# The activations and the gradients are multiplied.
#
# Two things that are in memory side by side take the sum of their sizes. (A shelf of 3 books and
# one of 4 hold 7 books.)

# %%
space["M_backward"] = "m n d * m d^2"
space["M_backward_W1"] = "m n d * d^2"

# %% [markdown] mistake="memory-backward-no-gradients"
# The gradients of the weights are missing.
#
# A gradient has the shape of its weight. If d is much larger than n, which is larger: the
# activations of a layer, or the gradient of its weight?

# %%
space["M_backward"] = "m n d"

# %% [markdown] mistake="memory-backward-one-gradient"
# The gradient of one weight is counted, but there are m.
#
# Every weight gets a gradient of its own, of its own shape, and all of them are there in the end.

# %%
space["M_backward"] = "m n d + d^2"

# %% [markdown] mistake="memory-batch-forgotten"
# The batch is forgotten.
#
# This is right for a batch with a single example. Double n: which matrices get larger?

# %%
space["M_run"] = "d"
space["M_forward"] = "m d"
space["M_backward"] = "m d + m d^2"
space["M_backward_W1"] = "m d + d^2"

# %% [markdown] mistake="memory-forward-counts-gradients"
# The weights or their gradients are counted.
#
# m d^2 is the size of the weights, and of their gradients. The weights are not counted, and the
# gradients do not exist before the backward pass.

# %%
space["M_forward"] = "m n d + m d^2"

# %% [markdown] mistake="memory-forward-keeps-the-last"
# Only one layer is counted, as in inference.
#
# For the gradient of W_i the backward pass needs x_i, and it has not come yet. So what must not
# be thrown away, in every layer?

# %%
space["M_forward"] = "n d"

# %% [markdown] mistake="memory-forward-weights-only"
# The weights or their gradients are counted, and nothing else.
#
# m d^2 is the size of the weights, and of their gradients. The weights are not counted, and the
# gradients do not exist before the backward pass. What does the forward pass keep of each layer?

# %%
space["M_forward"] = "m d^2"

# %% [markdown] mistake="memory-run-counts-a-weight"
# One weight matrix is counted.
#
# All weights are in memory anyway: count what comes on top of them.

# %%
space["M_run"] = "n d + d^2"

# %% [markdown] mistake="memory-run-counts-weights"
# The weights are counted.
#
# They are in memory anyway: count what comes on top of them.

# %%
space["M_run"] = "n d + m d^2"

# %% [markdown] mistake="memory-run-keeps-all"
# Inference is charged for all layers at once.
#
# If no gradient will be needed, z and x of a layer can be thrown away as soon as the next layer
# has its own. How many are there at the same time?

# %%
space["M_run"] = "m n d"

# %% [markdown] mistake="memory-run-loss-only"
# Only the end is counted.
#
# The loss is a single number. But what was there a moment before, while a layer in the middle was
# computed?

# %%
space["M_run"] = "1"

# %% [markdown] mistake="memory-time-instead"
# This is a time.
#
# Operations do not pile up in memory, only their results do. How many numbers does a matrix
# product leave, however long it took?

# %%
space["M_run"] = "n d^2"
space["M_forward"] = "m n d^2"
space["M_backward"] = "m n d^2"
space["M_backward_W1"] = "m n d^2"

# %% [markdown] right="cost-memory-big-o"
# Sums of big-Os, terms that do not matter left in.

# %%
space["M_run"] = "O(nd) + O(nd) + O(n)"
space["M_forward"] = "2 m O(nd) + O(n)"
space["M_backward"] = "O(mnd) + O(md²)"
space["M_backward_W1"] = "O(mnd + d² + nd)"

# %% [markdown] right="cost-memory-factored"
# Factored, with divisions.

# %%
space["M_run"] = "2*n*d"
space["M_forward"] = "(m+1)*n*d"
space["M_backward"] = "m*d*(n + d)"
space["M_backward_W1"] = "d*(m*n + d^3/d^2)"

# %% [markdown] right="cost-memory-max"
# The largest of two instead of their sum.

# %%
space["M_run"] = "d n"
space["M_forward"] = "m n d + n"
space["M_backward"] = "m d max(n, d)"
space["M_backward_W1"] = "max(m n d, d^2)"
