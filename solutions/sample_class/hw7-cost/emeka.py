# %% [markdown] loses=["times-check", "last-layer-check"]
# Thinks that the gradient of one weight costs one layer, wherever that weight is.

# %% grade_id="times"
times = {
    "T_run": "n*b*d^2",
    "T_forward": "n*b*d^2",
    "T_backward": "n*b*d^2",
    "T_backward_W1": "b*d^2",
}

# %% grade_id="last-layer"
last_layer = {
    "T_backward_Wn": "n*b*d^2",
    "M_backward_Wn": "n*b*d + d^2",
}
