# %% [markdown] base="untouched" loses=["engine-check", "add-check", "mul-check", "two-forks-check", "prediction-check", "order-check", "twice-check", "twice-engine-check", "tanh-all", "wrong-engines-check", "own-engine-check"]
# Handed in as it was.
