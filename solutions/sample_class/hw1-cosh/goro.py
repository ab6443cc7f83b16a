# %% [markdown] base="untouched" loses=["linear-check", "sinh-formula-check", "forward-by-hand-check", "backward-by-hand-check", "forward-algorithm-check", "backward-algorithm-check", "sinh-check", "fork-check"]
# Handed in as it was.
