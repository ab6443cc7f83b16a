# %% [markdown] exercise=["hw2-tanh/own-engine"]

# %% [markdown] mistake="own-engine-counts-from-zero"
# The lines of the engine are counted from 0.
#
# The listing above the questions numbers your lines, beginning with 1.

# %%
own_engine = {"first": 11, "second": 15, "third": 9}

# %% [markdown] mistake="own-engine-leaves-out-the-output"
# The output counts as a node with nothing to forget.
#
# The output holds a gradient from the previous call, too. Does your engine treat it differently
# from the other nodes?

# %%
own_engine["third"] = 8

# %% [markdown] mistake="own-engine-line-that-calls"
# The line that calls backward is given instead of the line that adds the share.
#
# `backward` only returns the shares. Which line of yours takes one of them and changes a gradient?

# %%
own_engine["second"] = 15

# %% [markdown] right="hw2-own-engine-as-text"
# Lines and numbers as text, and a number as a calculation.

# %%
own_engine = {"first": "line 12", "second": "16", "third": "2*4 + 1"}
