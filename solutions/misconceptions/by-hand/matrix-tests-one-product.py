# %% [markdown] exercise=["hw4-matmul/wrong-engines"]
# The test is one product of matrices, called once.
#
# No bias is added, so no mistake in the gradient of a bias can show. Nothing is used twice, and nothing is called twice. Each of these
# hides a group of engines; which test would show one of them?

# %%
matrix_tests = {"first": ("A @ B", 1)}
