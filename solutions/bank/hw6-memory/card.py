# %% [markdown] exercise=["hw6-memory/card"]

# %% [markdown] mistake="checkpointing-for-precision"
# Checkpointing does not make gradients more exact.
#
# Check 8a compares the gradients with those without a checkpoint. By how much may they differ?

# %%
card["checkpointing"] = 'c'

# %% [markdown] mistake="checkpointing-for-speed"
# Checkpointing does not save time.
#
# With a checkpoint, layers run forward twice. Can that be faster than once?

# %%
card["checkpointing"] = 'a'

# %% [markdown] mistake="checkpointing-to-disk"
# This is the other meaning of the word checkpoint.
#
# Files from which training can be resumed are called checkpoints too. But nothing is recomputed for
# them, and the question is about the backward pass.

# %%
card["checkpointing"] = 'd'

# %% [markdown] mistake="detach-stops-forward"
# Detaching does not stop the forward pass.
#
# In the networks of exercise 6b everything was computed to the end. The forward pass does not
# notice a cut.

# %%
card["detach"] = 'd'

# %% [markdown] mistake="detach-stops-the-optimiser"
# Detaching is not freezing a parameter.
#
# An optimiser is told which parameters it may change, and `.detach()` tells it nothing. And what
# does backward of `Detach` return for its input?

# %%
card["detach"] = 'b'

# %% [markdown] mistake="detach-stops-the-value"
# Detaching does not stop the value.
#
# What is the result of `Detach` in check 6a? Are there zeros in it?

# %%
card["detach"] = 'a'

# %% [markdown] mistake="higher-order-needs-a-second-point"
# Second derivatives do not need a second point.
#
# Comparing two points gives an approximation that is sometimes used. The table of section 7 counted
# what was kept at *one* point.

# %%
card["higher_order"] = 'c'

# %% [markdown] mistake="higher-order-needs-precision"
# Second derivatives are not differences of numbers.
#
# Small differences are the problem of finite differences, where one divides a small difference by a
# small step. Backpropagation computes derivatives by rules, without differences.

# %%
card["higher_order"] = 'b'

# %% [markdown] mistake="higher-order-runs-twice"
# The gradients of two passes are added.
#
# That would give twice the gradient, as happens in PyTorch if you call `backward` twice and forget
# to set the gradients to zero. A second derivative is something else.

# %%
card["higher_order"] = 'd'

# %% [markdown] mistake="node-knows-its-jacobian"
# A node does not hold its Jacobian.
#
# `Softmax` need not write it down, and for 50,000 words it could not. What does its `backward`
# compute instead?

# %%
card["node"] = 'c'

# %% [markdown] mistake="node-knows-the-loss"
# A node does not know the loss.
#
# Look at `Relu`. Where in its code is the loss? All it learns about the loss is the upstream
# gradient, which arrives *during* the backward pass.

# %%
card["node"] = 'a'

# %% [markdown] mistake="node-knows-the-paths"
# A node does not know the graph.
#
# Following all paths takes forever in a deep graph. And look at `Sigmoid`: does it know what comes
# after it?

# %%
card["node"] = 'b'

# %% [markdown] right="hw6-words-with-brackets"
# The flash card with brackets and capitals.

# %%
card = {"checkpointing": "B", "detach": "c)", "higher_order": "(a)", "node": " D "}
