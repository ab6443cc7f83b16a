# %% [markdown] exercise=["hw2-tanh/prediction"]
# The chain is counted one addition too short.
#
# Your rule is right, but the length is wrong. Count the additions, not the gaps between them: with
# one addition, two shares arrive.

# %%
prediction["shares"] = "2^9"
