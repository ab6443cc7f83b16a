# %% [markdown] exercise=["hw1-cosh/backward-by-hand"]
# The two branches are subtracted, or a sign at the minus box is lost.
#
# At a fork the gradients add up. The minus sign comes in once, in the step back through the minus
# box.

# %%
backward_pass["x"] = "5/3"
