# %% [markdown] exercise=["hw6-memory/card"]
# The other meaning of the word checkpoint.
#
# Files from which training can be resumed are called checkpoints, too. Here nothing is recomputed for
# their sake, and the question is about the backward pass.

# %%
card["checkpointing"] = 'd'
