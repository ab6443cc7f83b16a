# %% [markdown] exercise=["hw5-mlp/forward"]
# The output is the weight itself, or its product with z.
#
# The second layer multiplies by what the first one has made, and that is `h`. Is `h` equal to 1
# here?

# %%
network_values["o"] = 3
