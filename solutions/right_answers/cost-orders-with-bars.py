# %% [markdown] exercise=["hw7-cost/orders"]
# Sizes between bars, and subscripts.

# %%
orders["from_the_loss"] = "1|z3||z2| + 1|z2||z1| + 1|z1||x|"
orders["from_the_input"] = "z₂·z₁·x + z₃·z₂·x + z₃·x"
