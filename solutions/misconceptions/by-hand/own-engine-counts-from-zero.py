# %% [markdown] exercise=["hw2-tanh/own-engine"]
# The lines of the engine are counted from 0.
#
# The listing above the questions numbers your lines, beginning with 1.

# %%
own_engine = {"first": 11, "second": 15, "third": 9}
