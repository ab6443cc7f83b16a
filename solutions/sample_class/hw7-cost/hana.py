# %% [markdown] loses=["sharing-check", "deep-check"]
# Counts everything twice where nothing is shared, and square matrices in the deep network.

# %% grade_id="sharing"
sharing = {
    "each_alone": "2 (z3 z2 + z2 z1 + z1 w1 + z1 b1)",
    "shared": "z3 z2 + z2 z1 + z1 w1 + z1 b1",
}

# %% grade_id="deep"
deep = {
    "all_alone": "m^2 d^3",
    "all_shared": "m d^3",
}
