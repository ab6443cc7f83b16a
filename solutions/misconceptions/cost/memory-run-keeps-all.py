# %% [markdown] exercise=["hw7-cost/memory"]
# Inference is charged for all layers at once.
#
# If no gradient will be needed, z and x of a layer can be thrown away as soon as the next layer
# has its own. How many are there at the same time?

# %%
space["M_run"] = "m n d"
