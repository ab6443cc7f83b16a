# %% [markdown] exercise=["hw6-memory/card"]
# This is the other meaning of the word checkpoint.
#
# Files from which training can be resumed are called checkpoints too. But nothing is recomputed for
# them, and the question is about the backward pass.

# %%
card["checkpointing"] = 'd'
