# %% [markdown] exercise=["hw2-tanh/prediction"]
# In Python, `^` is not a power.
#
# A power is `2**3` in Python, and `2 ^ 3` compares bits. In quotes a blank understands both: "2^3".

# %%
prediction["shares"] = 2 ^ 10
