# %% [markdown] exercise=["hw2-tanh/wrong-engines"]
# Other tests that catch all engines, with the entries of the dictionary as lists.

# %%
engine_tests = {
    "first": ["p = a * b; q = p + p; exp(q) * p - q * c", -2.5, 1.5],
    "second": ["p = exp(b); (p p) exp(-p) + c + c", 1],
    "third": ["p = e^a; q = p b + p; r = q^2 - p; r q + a", 1.5, -0.7],
}
