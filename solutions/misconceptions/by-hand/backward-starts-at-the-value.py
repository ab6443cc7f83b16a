# %% [markdown] exercise=["hw1-cosh/backward-by-hand"]
# The backward pass starts with the value of z.
#
# The first gradient is about a move, not about a size: if z moves by h, how far does the output
# move? It is the same for z = 7 as for z = 1000.

# %%
backward_pass["z"] = "5/3"
backward_pass["r"] = "5/6"
backward_pass["b"] = "5/6"
backward_pass["d"] = "5/18"
backward_pass["c"] = "-5/18"
backward_pass["a"] = "5/2"
backward_pass["x"] = "20/9"
