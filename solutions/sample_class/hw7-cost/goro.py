# %% [markdown] loses=["times-check", "memory-check"]
# Writes what cannot be read: a word, a bracket too few, a name that is not given, no quotes.

# %% grade_id="times"
times = {
    "T_run": "n layers of b d^2",
    "T_forward": "O(n b d^2",
    "T_backward": "n k d^2",
    "T_backward_W1": "n b d^2",
}

# %% grade_id="memory"
space = {
    "M_run": "b d",
    "M_forward": "n b d",
    "M_backward": lambda n, b, d: n * b * d + n * d**2,
    "M_backward_W1": "n b d + d^2",
}
