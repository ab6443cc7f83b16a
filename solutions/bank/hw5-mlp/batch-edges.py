# %% [markdown] exercise=["hw5-mlp/batch-edges"]

# %% [markdown] mistake="edges-all-ancestors"
# All earlier values are listed, not only the direct ones.
#
# An arrow leads only from what stands in the value's own equation. `H` is computed from `Z` alone.

# %%
edges["H"] = ["X", "W1", "b", "Z"]
edges["O"] = ["Z", "H", "W2"]

# %% [markdown] mistake="edges-bias-in-h"
# The bias has an arrow to H.
#
# It is added to `X W1`, and the sum is `Z`. So `H` gets it by way of `Z` alone.

# %%
edges["H"] = ["Z", "b"]

# %% [markdown] mistake="edges-bias-is-penalised"
# The bias is in the penalty.
#
# The penalty adds the squares of the two weight matrices. The bias is not in it.

# %%
edges["s"] = ["W1", "W2", "b", "lam"]

# %% [markdown] mistake="edges-bias-not-in-z"
# The bias is not among what Z is computed from.
#
# It is added to `X W1`, before the activation: an arrow from `b` to `Z`.

# %%
edges["Z"] = ["X", "W1"]

# %% [markdown] mistake="edges-label-forgotten"
# The label is forgotten.
#
# The loss says how far the output is from the label, so it needs both.

# %%
edges["L"] = ["O"]

# %% [markdown] mistake="edges-lambda-forgotten"
# Lambda is forgotten.
#
# `λ` is a number in the equation of `s`, and a leaf of the graph.

# %%
edges["s"] = ["W1", "W2"]

# %% [markdown] mistake="edges-loss-reads-h"
# The loss reads H.
#
# The loss compares the output with the label. It sees `H` only through `O`.

# %%
edges["L"] = ["H", "Y"]

# %% [markdown] mistake="edges-turned-round"
# The arrows are turned round.
#
# The question is what each value is computed from, not what it is used for.

# %%
edges["Z"] = ["H"]
edges["H"] = ["O"]
edges["O"] = ["L"]
