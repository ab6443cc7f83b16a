# %% [markdown] loses=["memory-check"]
# Forgets that the gradients of the weights take memory too: 2 of 4 blanks.

# %% grade_id="memory"
space = {
    "M_run": "b d",
    "M_forward": "n b d",
    "M_backward": "n b d",
    "M_backward_W1": "n b d",
}
