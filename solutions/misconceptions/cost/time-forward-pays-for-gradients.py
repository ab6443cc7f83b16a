# %% [markdown] exercise=["hw7-cost/times"]
# The forward pass is charged for gradients.
#
# When gradients will be needed, the forward pass computes the same numbers as before; it only
# keeps more of them. Which operations would be new?

# %%
times["T_forward"] = "m^2 n d^2"
