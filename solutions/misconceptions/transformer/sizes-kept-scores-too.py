# %% [markdown] exercise=["hw8-transformer/sizes"]
# The scores are counted as kept, too.
#
# The softmax's backward needs its output and not its input, so A is kept and S is not.

# %%
sizes["kept"] = "3 T h + 2 T^2"
