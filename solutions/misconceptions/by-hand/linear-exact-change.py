# %% [markdown] exercise=["hw1-cosh/linear"]
# The actual change is given, not the linear approximation.
#
# You multiplied the two new values. The linear approximation leaves out what the two moves do
# together. Let the sides of a rectangle grow a little: this adds two thin strips along the sides
# and a tiny square in the corner, and only the strips count.

# %%
linear["both_up"] = "2.01 * (-5.99) + 12"
