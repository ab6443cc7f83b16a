# %% [markdown]
# All right, as code: stars, factors, exact counts.

# %% grade_id="times"
times = {
    "T_run": "n*(2*b*d**2 + b*d)",
    "T_forward": "n*(2*b*d**2 + b*d)",
    "T_backward": "n*(4*b*d**2 + b*d)",
    "T_backward_W1": "n*(2*b*d**2 + b*d) + 2*b*d**2",
}

# %% grade_id="memory"
space = {
    "M_run": "2*b*d",
    "M_forward": "2*n*b*d",
    "M_backward": "n*d*(2*b + d)",
    "M_backward_W1": "2*n*b*d + d**2",
}

# %% grade_id="sharing"
sharing = {
    "each_alone": "2*z2*(z3 + z1) + z1*(w1 + b1)",
    "shared": "z2*(z3 + z1) + z1*(w1 + b1)",
}

# %% grade_id="deep"
deep = {
    "all_alone": "n*(n-1)/2 * d**2",
    "all_shared": "(n-1)*d**2",
}
