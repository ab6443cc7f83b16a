# %% [markdown] exercise=["hw7-cost/sharing"]
# Every product written out.

# %%
sharing["each_alone"] = "z3*z2 + z2*z1 + z1*w1 + z3*z2 + z2*z1 + z1*b1"
sharing["shared"] = "z2 (z3 + z1) + z1 (w1 + b1)"
