# %% [markdown] exercise=["hw8-transformer/block"]
# Queries and keys are swapped.
#
# The first input of Attention is the queries, made with Wq.

# %%
block["a"] = "Attention(u @ Wk, u @ Wq, u @ Wv)"
