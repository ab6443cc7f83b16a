# %% [markdown] exercise=["hw2-tanh/two-forks-by-hand", "hw2-tanh/prediction", "hw2-tanh/order", "hw2-tanh/twice"]
# Homework 2's blanks as text, the order as a tuple.

# %%
two_forks = {"c": "1", "b": "1 + 1", "a": "2*2"}
prediction = {"b": "1+1", "a": "2", "shares": "2**10"}
order = tuple("z s m r t q n p x".split())
twice = {"a": "4 + 4"}
