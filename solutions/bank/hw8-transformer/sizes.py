# %% [markdown] exercise=["hw8-transformer/sizes"]

# %% [markdown] mistake="sizes-half-square"
# Only half of the diagonal is counted.
#
# Half of T^2 is a triangle with half of its diagonal. A query looks at its own key, too: 1 + 2 + ... + T.

# %%
sizes["weights"] = "T^2 / 2"

# %% [markdown] mistake="sizes-kept-a-triangle"
# Only the triangle is counted as kept.
#
# A is kept as a matrix, with its zeros. To keep only the triangle, one would have to store it in another way.

# %%
sizes["kept"] = "3 T h + T (T + 1) / 2"

# %% [markdown] mistake="sizes-kept-scores-too"
# The scores are counted as kept, too.
#
# The softmax's backward needs its output and not its input, so A is kept and S is not.

# %%
sizes["kept"] = "3 T h + 2 T^2"

# %% [markdown] mistake="sizes-kept-without-weights"
# The attention weights are not counted among what is kept.
#
# Backward needs all of A: for the values' gradient, and for the softmax. It has a row and a column for each
# token.

# %%
sizes["kept"] = "3 T h"

# %% [markdown] mistake="sizes-no-bias"
# The bias is not counted.
#
# It is a row of k numbers, and it is learnt like the others.

# %%
sizes["parameters"] = "4 d h + 2 d k"

# %% [markdown] mistake="sizes-square-heads"
# The matrices of attention are counted as d by d.
#
# The head has width h, so they have d rows and h columns, and W_o the other way round.

# %%
sizes["parameters"] = "4 d^2 + 2 d k + k"

# %% [markdown] mistake="sizes-three-matrices"
# W_o is not counted.
#
# Attention has four matrices: for queries, keys and values, and the one that brings the result back to width
# d.

# %%
sizes["parameters"] = "3 d h + 2 d k + k"

# %% [markdown] mistake="sizes-whole-square"
# Masked weights are counted.
#
# Query i, counting from 0, looks at i + 1 keys. Together that is a triangle with its diagonal, not the
# square.

# %%
sizes["weights"] = "T^2"

# %% [markdown] mistake="sizes-without-diagonal"
# The diagonal is not counted.
#
# A query may look at its own key. For T = 1 there is one weight, not none.

# %%
sizes["weights"] = "T (T - 1) / 2"

# %% [markdown] right="hw8-sizes-in-other-letters"
# The sizes, multiplied out or factored.

# %%
sizes = {
    "parameters": "3*d*h + h*d + (d + 1)*k + k*d",
    "weights": "(T^2 + T)/2",
    "kept": "T (3h + T)",
}

# %% [markdown] right="hw8-sizes-term-by-term"
# The sizes, matrix by matrix.

# %%
sizes = {
    "parameters": "d*h + d*h + d*h + h*d + d*k + k + k*d",
    "weights": "T**2/2 + T/2",
    "kept": "T*h + T*h + T*h + T*T",
}
