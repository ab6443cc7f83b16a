# %% [markdown] exercise=["hw2-tanh/two-forks-by-hand", "hw2-tanh/prediction", "hw2-tanh/order", "hw2-tanh/twice"]
# Homework 2's blanks in numbers, and another order.

# %%
two_forks = {"c": 1.0, "b": 2.0, "a": 4.0}
prediction = {"b": 2.0, "a": 2.0, "shares": 1024}
order = ["z", "s", "r", "m", "t", "p", "q", "n", "x"]
twice = {"a": 8.0}
