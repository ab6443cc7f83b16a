# %% [markdown] base="untouched" loses=["engine-check", "add-check", "mul-check", "polynomial-formula-check", "lowest-check", "weights-check", "higher-check", "higher-exp-check", "polynomial-all"]
# Handed in as it was.
