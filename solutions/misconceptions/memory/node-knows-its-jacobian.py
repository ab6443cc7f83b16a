# %% [markdown] exercise=["hw6-memory/card"]
# A node does not hold its Jacobian.
#
# Your `Softmax` never wrote it down, and for 50,000 words it could not have. What did its
# `backward` compute instead?

# %%
card["node"] = 'c'
