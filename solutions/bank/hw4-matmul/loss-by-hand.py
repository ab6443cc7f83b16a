# %% [markdown] exercise=["hw4-matmul/loss-by-hand"]

# %% [markdown] mistake="loss-difference"
# This is AB - C itself.
#
# That is how far each entry is off. Next: how far does its square move when the entry of C moves?
# Two factors are missing.

# %%
loss_entries["dC_00"] = "1 - 5"
loss_entries["dC_01"] = 3

# %% [markdown] mistake="loss-no-minus"
# The minus sign before C is lost.
#
# When an entry of C goes up, the difference goes down by as much.

# %%
loss_entries["dC_00"] = -8
loss_entries["dC_01"] = 6

# %% [markdown] mistake="loss-no-two"
# The factor 2 of the square is lost.
#
# The derivative of u^2 is 2u.

# %%
loss_entries["dC_00"] = 4
loss_entries["dC_01"] = -3

# %% [markdown] mistake="loss-product-entry-by-entry"
# A and B are multiplied entry by entry.
#
# An entry of AB is a row of A times a column of B, summed. The first entry may come out the same by
# chance, so test another one. Compare both ways for the first row (1, 1) and the columns (1, 0) and
# (2, 1).

# %%
loss_entries["dC_01"] = "-2 * (2 - 0)"

# %% [markdown] mistake="loss-value"
# This is the squared difference itself.
#
# That is the term of the loss. How much does it move when the entry of C moves?

# %%
loss_entries["dC_00"] = 16
loss_entries["dC_01"] = 9
