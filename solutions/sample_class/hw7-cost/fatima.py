# %% [markdown] loses=["orders-check", "outputs-check"]
# Swaps the two orders, and leaves one blank open.

# %% grade_id="orders"
orders = {
    "from_the_loss": "z2 z1 x + z3 z2 x + z3 x",
    "from_the_input": "z3 z2 + z2 z1 + z1 x",
}

# %% grade_id="outputs"
outputs = {
    "from_the_output": "y (z3 z2 + z2 z1 + z1 x)",
    "from_the_input": ...,
}
