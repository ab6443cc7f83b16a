# %% [markdown] exercise=["hw2-tanh/own-engine"]
# Lines and numbers as text, and a number as a calculation.

# %%
own_engine = {"first": "line 12", "second": "16", "third": "2*4 + 1"}
