# %% [markdown] loses=["times-check", "last-layer-check"]
# Thinks that the gradient of one weight costs one layer, wherever that weight is.

# %% grade_id="times"
times = {
    "T_run": "m*n*d^2",
    "T_forward": "m*n*d^2",
    "T_backward": "m*n*d^2",
    "T_backward_W1": "n*d^2",
}

# %% grade_id="last-layer"
last_layer = {
    "T_backward_last": "m*n*d^2",
    "M_backward_last": "m*n*d + d^2",
}
