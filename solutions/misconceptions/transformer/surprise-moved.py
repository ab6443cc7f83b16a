# %% [markdown] exercise=["hw8-transformer/cross-entropy-by-hand"]
# 1000 is taken to change the loss.
#
# All exponentials get the same factor, in the numerator and in the denominator. It cancels.

# %%
surprise["moved"] = "-log(0.3) + 1000"
