# %% [markdown] exercise=["hw2-tanh/prediction"]
# The hasty engine is assumed to be right.
#
# Follow it: when b moves on, only one of its two shares has arrived.

# %%
prediction["a"] = 4
