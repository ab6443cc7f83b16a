# %% [markdown] exercise=["hw6-memory/baseline"]
# The baseline worked out in formulas.

# %%
baseline = {"through": "1.5*(-1) - (5 - 3)*(-0.5)", "detached": "-(5 - 3)*(-0.5)"}
