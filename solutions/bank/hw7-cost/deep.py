# %% [markdown] exercise=["hw7-cost/deep"]

# %% [markdown] mistake="deep-cubes"
# A step is counted as a product of two square matrices.
#
# What is multiplied by the Jacobian is a single row of d numbers.

# %%
deep["all_alone"] = "m^2 d^3"
deep["all_shared"] = "m d^3"

# %% [markdown] mistake="deep-cubes-once"
# A step is counted as a product of two square matrices.
#
# What is multiplied by the Jacobian is a single row of d numbers. And how many steps are there?

# %%
deep["all_alone"] = "m d^3"

# %% [markdown] mistake="deep-no-difference"
# The steps are counted as if each were made once.
#
# In `all_alone`, how many steps does the last gradient in the loop take, and the one before it? Add
# them all up.

# %%
deep["all_alone"] = "m d^2"

# %% [markdown] mistake="deep-rows"
# A step is counted as one multiplication for each number of the row.
#
# The result of a step has d numbers, and each of them is a sum of d products.

# %%
deep["all_alone"] = "m^2 d"
deep["all_shared"] = "m d"

# %% [markdown] mistake="deep-sharing-squares"
# The shared way is counted with a loop in a loop.
#
# In `all_shared` each step starts from where the last one ended.

# %%
deep["all_shared"] = "m^2 d^2"

# %% [markdown] mistake="deep-steps-only"
# Steps are counted, not what a step costs.
#
# A row of d numbers times a d by d matrix: how many multiplications?

# %%
deep["all_alone"] = "m^2"
deep["all_shared"] = "m"

# %% [markdown] right="cost-deep-exact"
# The exact numbers of steps.

# %%
deep["all_alone"] = "m (m - 1) / 2 * d^2"
deep["all_shared"] = "(m - 1) d^2"
