# %% [markdown] exercise=["hw6-memory/softmax-by-hand"]

# %% [markdown] mistake="jacobian-of-a-diagonal"
# Only the diagonal of the Jacobian is counted.
#
# It has a row for each output and a column for each input, and in softmax none of its entries is
# zero.

# %%
softmax_by_hand["entries"] = 'q'

# %% [markdown] mistake="softmax-hand-diagonal"
# Only one of three shares is counted.
#
# This z moves the other two p as well, since it is in their denominators. Two more shares have to
# be added.

# %%
softmax_by_hand["dz1"] = 0.5
softmax_by_hand["dz2"] = 0
softmax_by_hand["dz3"] = -0.16
softmax_by_hand["same"] = 0.25

# %% [markdown] mistake="softmax-hand-no-local"
# The upstream gradient is passed on as it is.
#
# It still has to be multiplied by local gradients: by how much does each p_i move when this z
# moves?

# %%
softmax_by_hand["dz1"] = 2
softmax_by_hand["dz2"] = 0
softmax_by_hand["dz3"] = -1
softmax_by_hand["same"] = 1

# %% [markdown] mistake="softmax-hand-no-sum"
# Nothing is subtracted from G.
#
# z_j moves its own p_j and, by way of the denominators, all the others. So the sum of all G_i p_i is
# subtracted from G_j, before the product with p_j.

# %%
softmax_by_hand["dz1"] = 1
softmax_by_hand["dz2"] = 0
softmax_by_hand["dz3"] = -0.2
softmax_by_hand["same"] = 0.5

# %% [markdown] mistake="softmax-hand-sign"
# The shares of the others are added with the wrong sign.
#
# The derivative of p_i with respect to another z_j is -p_i p_j, with a minus.

# %%
softmax_by_hand["dz1"] = 0.4
softmax_by_hand["dz2"] = 0.24
softmax_by_hand["dz3"] = 0.04

# %% [markdown] right="hw6-softmax-hand-in-formulas"
# Softmax by hand, in formulas.

# %%
softmax_by_hand = {
    "dz1": "0.5 (2 - 0.8)",
    "dz2": "-0.3*0.8",
    "dz3": "0.2*(-1 - 0.8)",
    "same": 0.0,
    "entries": "q*q",
}
