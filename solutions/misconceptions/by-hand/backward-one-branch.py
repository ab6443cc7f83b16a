# %% [markdown] exercise=["hw1-cosh/backward-by-hand"]
# Only one branch of the fork is counted.
#
# Each arrow that leads out of a node brings a share back, and the shares add up.

# %%
backward_pass["x"] = "3/2"
