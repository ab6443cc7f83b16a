# %% [markdown] exercise=["hw6-memory/card"]
# The flash card with brackets and capitals.

# %%
card = {"checkpointing": "B", "detach": "c)", "higher_order": "(a)", "node": " D "}
