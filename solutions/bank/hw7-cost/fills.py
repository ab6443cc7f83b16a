# %% [markdown] exercise=["hw7-cost/fills"]

# %% [markdown] mistake="fills-W1-saves-activations"
# The first weight is taken for the last, or the other way round.
#
# To reach the first layer, the gradient has to pass the derivative of every activation, and each of
# them needs a saved value. It reaches the last weight at once.

# %%
fills["W1_only"] = "d"
fills["last_W_only"] = "c"

# %% [markdown] mistake="fills-all-like-W1"
# All weights leave more than one gradient.
#
# Every weight that is trained has a gradient of its own in the end.

# %%
fills["all_weights"] = "c"

# %% [markdown] mistake="fills-inference-keeps"
# Without gradients nothing has to stay.
#
# With `torch.no_grad()` each value can go as soon as the next one is there.

# %%
fills["no_gradients"] = "b"

# %% [markdown] mistake="fills-parts-and-checkpoints-swapped"
# Parts are taken for checkpoints, or the other way round.
#
# Parts run the whole network several times, on fewer examples each. Checkpoints run it once on all
# of them, and compute parts of it again.

# %%
fills["in_4_parts"] = "f"
fills["with_checkpoints"] = "e"
