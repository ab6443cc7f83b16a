# %% [markdown] exercise=["hw7-cost/memory"]
# The activations and the gradients are multiplied.
#
# Two things that are in memory side by side take the sum of their sizes. (A shelf of 3 books and
# one of 4 hold 7 books.)

# %%
space["M_backward"] = "m n d * m d^2"
space["M_backward_W1"] = "m n d * d^2"
