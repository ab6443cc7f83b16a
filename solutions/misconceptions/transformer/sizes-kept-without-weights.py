# %% [markdown] exercise=["hw8-transformer/sizes"]
# The attention weights are not counted among what is kept.
#
# Backward needs all of A: for the values' gradient, and for the softmax. It has a row and a column for each
# token.

# %%
sizes["kept"] = "3 T h"
