# %% [markdown] exercise=["hw2-tanh/order"]
# The output comes last.
#
# All gradients come from the output, so until it has been processed, no other node has a gradient
# to pass on. The rest of your order is right. In z = exp(x) there are only two nodes, and x cannot
# come first.

# %%
order = ["r", "s", "t", "m", "q", "n", "p", "x", "z"]
