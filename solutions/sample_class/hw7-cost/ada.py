# %% [markdown]
# All right, in big-O.

# %% grade_id="times"
times = {
    "T_run": "O(m n d^2)",
    "T_forward": "O(m n d^2)",
    "T_backward": "O(m n d^2) + O(m n d)",
    "T_backward_W1": "O(m n d^2)",
}

# %% grade_id="memory"
space = {
    "M_run": "O(nd)",
    "M_forward": "O(mnd)",
    "M_backward": "O(mnd + md²)",
    "M_backward_W1": "O(mnd + d²)",
}

# %% grade_id="orders"
orders = {
    "from_the_loss": "|z3||z2| + |z2||z1| + |z1||x|",
    "from_the_input": "|z2||z1||x| + |z3||z2||x| + |z3||x|",
}

# %% grade_id="deep"
deep = {
    "all_alone": "O(m²d²)",
    "all_shared": "O(md²)",
}
