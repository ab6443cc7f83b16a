# %% [markdown] exercise=["hw8-transformer/cross-entropy-by-hand"]
# Adding 1000 is assumed to change the loss.
#
# All exponentials get the same factor, in the numerator and in the denominator. It cancels.

# %%
surprise["moved"] = "-log(0.3) + 1000"
