# %% [markdown] exercise=["hw2-tanh/two-forks-by-hand", "hw2-tanh/prediction", "hw2-tanh/order", "hw2-tanh/twice"]
# Homework 2's order with x as early as it may be, and superscripts.

# %%
two_forks = dict(a="2²", b="2¹", c="2⁰")
prediction = dict(b=1 + 1, a=1 + 1, shares=2**10)
order = list("zrtsmqpnx")
twice = dict(a=2 * 4)
