# %% [markdown] exercise=["hw2-tanh/own-engine"]
# Lines of the engine counted from 0.
#
# The listing above the questions has the numbers of your lines, and begins with 1.

# %%
own_engine = {"first": 11, "second": 15, "third": 9}
