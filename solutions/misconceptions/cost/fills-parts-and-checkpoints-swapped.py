# %% [markdown] exercise=["hw7-cost/fills"]
# Parts and checkpoints are swapped.
#
# Parts run the whole network several times, on fewer examples each. Checkpoints run it once on all
# of them, and compute parts of it again.

# %%
fills["in_4_parts"] = "f"
fills["with_checkpoints"] = "e"
