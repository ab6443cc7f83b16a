# %% [markdown] exercise=["hw6-memory/softmax-by-hand"]
# The shares of the others are added with the wrong sign.
#
# The derivative of p_i with respect to another z_j is -p_i p_j, with a minus.

# %%
softmax_by_hand["dz1"] = 0.4
softmax_by_hand["dz2"] = 0.24
softmax_by_hand["dz3"] = 0.04
