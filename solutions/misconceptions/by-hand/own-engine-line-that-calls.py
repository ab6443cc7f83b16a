# %% [markdown] exercise=["hw2-tanh/own-engine"]
# The line that calls backward is given instead of the line that adds the share.
#
# `backward` only returns the shares. Which line of yours takes one of them and changes a gradient?

# %%
own_engine["second"] = 15
