# %% [markdown] exercise=["hw6-memory/tradeoff"]

# %% [markdown] mistake="best-all"
# There is a checkpoint for each layer.
#
# Then every layer's input is kept, which is what happens without checkpoints. In the plot that is
# the right end.

# %%
tradeoff["best"] = 'm'

# %% [markdown] mistake="best-and-least-mixed-up"
# The number of values is given instead of the number of checkpoints.
#
# How many checkpoints are best, and how many values are then kept, are two questions. This blank
# asks the first.

# %%
tradeoff["best"] = '2 sqrt(m)'

# %% [markdown] mistake="best-half"
# There are half as many checkpoints as layers.
#
# With c = m/2 the inputs alone are m/2 values. Look at the plot: how many checkpoints are best for
# 144 layers?

# %%
tradeoff["best"] = 'm/2'

# %% [markdown] mistake="best-is-for-144"
# This is the best c for 144 layers.
#
# The question is about any m. What has 12 to do with 144?

# %%
tradeoff["best"] = 12

# %% [markdown] mistake="best-one"
# There is a single checkpoint.
#
# It would run all layers again at once, and hold all of their results. In the plot that is the left
# end.

# %%
tradeoff["best"] = 1

# %% [markdown] mistake="extra-both-passes"
# The first forward pass is counted too.
#
# The first pass takes m runs with or without checkpoints. The question is how many *more* there
# are.

# %%
tradeoff["extra"] = '2 m'

# %% [markdown] mistake="extra-not-the-last"
# The last checkpoint is not counted as running again.
#
# You could do without a checkpoint around the last layers, and then this would be right. Here all c
# parts are checkpoints, and each of them has thrown its values away.

# %%
tradeoff["extra"] = 'm - m/c'

# %% [markdown] mistake="extra-one-segment"
# Only one checkpoint is counted as running again.
#
# Each of the c checkpoints runs its m/c layers once more when its turn comes.

# %%
tradeoff["extra"] = 'm/c'

# %% [markdown] mistake="extra-per-checkpoint"
# Checkpoints are counted instead of layers.
#
# A checkpoint that runs again runs all of its layers. The question is how many layers.

# %%
tradeoff["extra"] = 'c'

# %% [markdown] mistake="least-inputs-only"
# Only one of the two terms is counted.
#
# Put the best c into the formula for what is kept. It has two terms, and at the best c they are
# equally large.

# %%
tradeoff["least"] = 'sqrt(m)'

# %% [markdown] mistake="least-is-for-144"
# This is the answer for 144 layers.
#
# The question is about any m. Put the formula for the best c into the one for what is kept.

# %%
tradeoff["least"] = 24

# %% [markdown] mistake="tradeoff-everything-again"
# All layers are computed again at the same time.
#
# Only one checkpoint at a time runs its layers again, and it holds only its part of them.

# %%
tradeoff["kept"] = 'm + c'

# %% [markdown] mistake="tradeoff-inputs-only"
# The values inside the checkpoint are left out.
#
# When a checkpoint goes backward it runs its layers again, and this time all their results stay
# until it is done.

# %%
tradeoff["kept"] = 'c'

# %% [markdown] mistake="tradeoff-multiplied"
# Every layer is counted.
#
# Only one checkpoint at a time holds the results of its layers. The others hold their inputs.

# %%
tradeoff["kept"] = 'm'

# %% [markdown] mistake="tradeoff-one-segment-only"
# The inputs of the checkpoints are left out.
#
# Each checkpoint keeps its own input from the forward pass on. When the backward pass begins, all
# of them are still there.

# %%
tradeoff["kept"] = 'm/c'

# %% [markdown] right="hw6-tradeoff-in-powers"
# The trade-off in powers.

# %%
tradeoff = {"kept": "(c**2 + m)/c", "extra": "c * (m/c)", "best": "m**0.5", "least": "2 m^(1/2)"}
