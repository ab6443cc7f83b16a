# %% [markdown] exercise=["hw5-mlp/gradients"]
# The gradient of h gets a share of the penalty.
#
# Only what enters `s` gets a share of it, and `h` does not. Look at the arrows that leave `h`.

# %%
gradients["dJ_dh"] = "dJ_do @ W2.T + lam * h"
