# %% [markdown] exercise=["hw6-memory/slopes"]
# Divided by ten layers instead of multiplying ten times.
#
# Two layers: a quarter of a quarter. Three: a quarter of that. So what are ten?

# %%
slopes["ten_layers"] = '1/40'
