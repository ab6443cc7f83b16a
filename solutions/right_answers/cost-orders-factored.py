# %% [markdown] exercise=["hw7-cost/orders"]
# Factored.

# %%
orders["from_the_loss"] = "z2*(z3 + z1) + z1*x"
orders["from_the_input"] = "x*(z2*z1 + z3*z2 + z3)"
