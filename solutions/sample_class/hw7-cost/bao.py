# %% [markdown]
# All right, as code: stars, factors, exact counts.

# %% grade_id="times"
times = {
    "T_run": "m*(2*n*d**2 + n*d)",
    "T_forward": "m*(2*n*d**2 + n*d)",
    "T_backward": "m*(4*n*d**2 + n*d)",
    "T_backward_W1": "m*(2*n*d**2 + n*d) + 2*n*d**2",
}

# %% grade_id="memory"
space = {
    "M_run": "2*n*d",
    "M_forward": "2*m*n*d",
    "M_backward": "m*d*(2*n + d)",
    "M_backward_W1": "2*m*n*d + d**2",
}

# %% grade_id="sharing"
sharing = {
    "each_alone": "2*z2*(z3 + z1) + z1*(w1 + b1)",
    "shared": "z2*(z3 + z1) + z1*(w1 + b1)",
}

# %% grade_id="deep"
deep = {
    "all_alone": "m*(m-1)/2 * d**2",
    "all_shared": "(m-1)*d**2",
}
