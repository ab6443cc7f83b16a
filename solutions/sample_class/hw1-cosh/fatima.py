# %% [markdown] base="untouched" loses=["backward-by-hand-check", "forward-algorithm-check", "backward-algorithm-check", "sinh-check", "fork-check"]
# Unfinished: the paper part is done, with a slip of sign in c; the code is not begun.

# %% grade_id="linear"
linear = {"df_dx": -6, "df_dy": 2, "x_up": -0.06, "both_up": -0.04}

# %% grade_id="sinh-formula"
dz_dx = "(exp(x) - exp(-x)) / 2"

# %% grade_id="forward-by-hand"
forward_pass = {"a": "log 3", "b": 3, "c": "log 3", "d": "-log 3", "r": "1/3", "z": "5/3"}

# %% grade_id="backward-by-hand"
backward_pass = {"z": 1, "r": 0.5, "d": "1/6", "c": "1/6", "b": 0.5, "a": "3/2", "x": "4/3"}
