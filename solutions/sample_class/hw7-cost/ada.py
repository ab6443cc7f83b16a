# %% [markdown] saved_by="colab"
# All right, in big-O, saved by Colab.

# %% grade_id="times"
times = {
    "T_run": "O(n b d^2)",
    "T_forward": "O(n b d^2)",
    "T_backward": "O(n b d^2) + O(n b d)",
    "T_backward_W1": "O(n b d^2)",
}

# %% grade_id="memory"
space = {
    "M_run": "O(bd)",
    "M_forward": "O(nbd)",
    "M_backward": "O(nbd + nd²)",
    "M_backward_W1": "O(nbd + d²)",
}

# %% grade_id="orders"
orders = {
    "from_the_loss": "|z3||z2| + |z2||z1| + |z1||x|",
    "from_the_input": "|z2||z1||x| + |z3||z2||x| + |z3||x|",
}

# %% grade_id="deep"
deep = {
    "all_alone": "O(n²d²)",
    "all_shared": "O(nd²)",
}
