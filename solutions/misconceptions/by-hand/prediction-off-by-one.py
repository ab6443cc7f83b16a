# %% [markdown] exercise=["hw2-tanh/prediction"]
# The chain is counted one addition too short.
#
# You have the right law and the wrong length. Count the additions and not the gaps between them:
# with one addition two shares arrive.

# %%
prediction["shares"] = "2^9"
