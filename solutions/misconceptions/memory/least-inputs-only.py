# %% [markdown] exercise=["hw6-memory/tradeoff"]
# Only one of the two terms is counted.
#
# Put the best c into the formula for what is kept. It has two terms, and at the best c they are
# equally large.

# %%
tradeoff["least"] = 'sqrt(m)'
