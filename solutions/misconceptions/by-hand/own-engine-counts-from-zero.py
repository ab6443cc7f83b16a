# %% [markdown] exercise=["hw2-tanh/own-engine"]
# Lines of the engine counted from 0.
#
# The listing above the questions has the numbers of your lines, and begins with 1.

# %%
own_engine = {"first": 18, "second": 14, "third": 2.5}
