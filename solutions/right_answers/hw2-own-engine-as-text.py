# %% [markdown] exercise=["hw2-tanh/own-engine"]
# Lines and numbers as text, and a fraction.

# %%
own_engine = {"first": "line 19", "second": "15", "third": "5/2"}
