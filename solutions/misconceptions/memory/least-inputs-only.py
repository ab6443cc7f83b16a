# %% [markdown] exercise=["hw6-memory/tradeoff"]
# Only one of the two terms counted.
#
# Put your best k into the formula for what is kept. It has two terms, and at the best k they are equally
# large.

# %%
tradeoff["least"] = 'sqrt(m)'
