# %% [markdown] base="blank" loses=["backward-by-hand-check", "forward-algorithm-check", "backward-algorithm-check", "sinh-check", "fork-check"]
# Unfinished: the paper part is done, with a slip of sign in c; the code is not begun.

# %% grade_id="linear"
linear = {"df_dx": -6, "df_dy": 2, "x_up": -0.06, "both_up": -0.04}

# %% grade_id="sinh-formula"
dz_dx = "(exp(x) - exp(-x)) / 2"

# %% grade_id="forward-by-hand"
forward_pass = {"a": "log 2", "b": 2, "c": "log 2", "d": "-log 2", "e": 0.5, "z": 1.25}

# %% grade_id="backward-by-hand"
backward_pass = {"z": 1, "e": 0.5, "d": 0.25, "c": 0.25, "b": 0.5, "a": 1, "x": 0.75}
