# %% [markdown] exercise=["hw5-mlp/network"]
# The objective subtracts the penalty.
#
# Training makes `J` small. With a minus sign, large weights would make it smaller: a reward, not a
# penalty.

# %%
network["J"] = "L - s"
