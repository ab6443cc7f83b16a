# %% [markdown] exercise=["hw7-cost/times"]
# Only the first layer is counted.
#
# The loss is at the other end. Before anything can reach the first layer, the gradient has to
# come through all the others.

# %%
times["T_backward_W1"] = "n d^2"
