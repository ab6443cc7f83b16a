# %% [markdown] loses=["times-check", "memory-check"]
# Writes what cannot be read: a word, a bracket too few, a name that is not given, no quotes.

# %% grade_id="times"
times = {
    "T_run": "m layers of n d^2",
    "T_forward": "O(m n d^2",
    "T_backward": "m k d^2",
    "T_backward_W1": "m n d^2",
}

# %% grade_id="memory"
space = {
    "M_run": "n d",
    "M_forward": "m n d",
    "M_backward": lambda m, n, d: m * n * d + m * d**2,
    "M_backward_W1": "m n d + d^2",
}
