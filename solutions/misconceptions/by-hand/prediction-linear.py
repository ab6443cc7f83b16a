# %% [markdown] exercise=["hw2-tanh/prediction"]
# The shares are counted as growing by two with each addition.
#
# Every share that arrives is sent on along two arrows. So the number doubles with each addition.

# %%
prediction["shares"] = 20
