# %% [markdown] loses=["memory-check"]
# Forgets that the gradients of the weights take memory too: 2 of 4 blanks.

# %% grade_id="memory"
space = {
    "M_run": "n d",
    "M_forward": "m n d",
    "M_backward": "m n d",
    "M_backward_W1": "m n d",
}
