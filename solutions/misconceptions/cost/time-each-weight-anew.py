# %% [markdown] exercise=["hw7-cost/times"]
# The way back from the loss is counted anew for each weight.
#
# The upstream gradient at a layer is computed once. The layer uses it for its own weight and hands
# on what the layer before needs. So how much does one layer do, and how often?

# %%
times["T_backward"] = "m^2 n d^2"
