# %% [markdown] exercise=["hw6-memory/card"]
# A node does not hold its Jacobian.
#
# `Softmax` need not write it down, and for 50,000 words it could not. What does its `backward`
# compute instead?

# %%
card["node"] = 'c'
