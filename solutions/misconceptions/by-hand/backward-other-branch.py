# %% [markdown] exercise=["hw1-cosh/backward-by-hand"]
# Only the second branch of the fork is counted.
#
# Each arrow that leads out of a node brings a share back, and the shares add up.

# %%
backward_pass["x"] = "-1/6"
