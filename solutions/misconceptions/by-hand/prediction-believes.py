# %% [markdown] exercise=["hw2-tanh/prediction"]
# The hasty engine is trusted.
#
# Follow it: when b moves on, only one of its two shares has arrived.

# %%
prediction["a"] = 4
