# %% [markdown] exercise=["hw1-cosh/backward-by-hand"]
# Powers of e, Unicode minus, implicit products.

# %%
backward_pass = dict(z="1", r="1/2", d="e^d / 2", c="−e^(−c)/2", b=".5", a="0.5 e^a", x="sinh x")
