# %% [markdown] exercise=["hw3-polynomial/polynomial-formula"]

# %% [markdown] mistake="coefficient-lost"
# The power takes the place of the coefficient.
#
# The power comes down as a factor and multiplies what is already there. 5 x^2 is five times x^2, so
# its slope is five times the slope of x^2.

# %%
dy_dx = "4 x^3 - 3 x^2 + 2 x - 1"

# %% [markdown] mistake="constant-kept"
# The constant is kept.
#
# A constant does not move when x does, so its derivative is 0.

# %%
dy_dx = "4 x^3 - 6 x^2 + 6 x - 4 + 5"

# %% [markdown] mistake="linear-term-lost"
# The derivative of the linear term is lost.
#
# The derivative of a x is a.

# %%
dy_dx = "4 x^3 - 6 x^2 + 6 x"

# %% [markdown] mistake="only-the-first-power-in-front"
# Only the first power comes in front.
#
# The power that goes down by one also becomes a factor: the derivative of x^3 is 3 x^2.

# %%
dy_dx = "4 x^3 - 2 x^2 + 3 x - 4"

# %% [markdown] mistake="polynomial-integral"
# This is the integral, not the derivative.
#
# The powers go down by one, and the old power comes in front: the derivative of x^3 is 3 x^2.

# %%
dy_dx = "x^5/5 - x^4/2 + x^3 - 2 x^2 + 5 x"

# %% [markdown] mistake="polynomial-itself"
# This is the polynomial itself.
#
# The question asks for its derivative: the slope of the curve, not its height. The derivative of
# x^3 - x is 3 x^2 - 1.

# %%
dy_dx = "x^4 - 2 x^3 + 3 x^2 - 4 x + 5"

# %% [markdown] mistake="power-not-in-front"
# The powers are lowered but do not come in front.
#
# The derivative of x^n is n x^(n-1): the factor n belongs to it.

# %%
dy_dx = "x^3 - 2 x^2 + 3 x - 4"

# %% [markdown] mistake="power-not-lowered"
# The powers are not lowered.
#
# The derivative of x^n is n x^(n-1): the power comes down in front, and goes down by one.

# %%
dy_dx = "4 x^4 - 6 x^3 + 6 x^2 - 4 x"

# %% [markdown] mistake="second-derivative"
# This is the second derivative.
#
# You differentiated once too often.

# %%
dy_dx = "12 x^2 - 12 x + 6"

# %% [markdown] mistake="signs-lost"
# The minus signs are lost.
#
# Each term keeps its sign when you differentiate.

# %%
dy_dx = "4 x^3 + 6 x^2 + 6 x + 4"

# %% [markdown] right="formula-factored"
# In factors, with implicit products.

# %%
dy_dx = "2(x - 1)(2x² − x + 2)"

# %% [markdown] right="hw3-blanks-factored" exercise=["hw3-polynomial/polynomial-formula", "hw3-polynomial/lowest", "hw3-polynomial/weights"]
# Homework 3's blanks: the derivative factored, powers in superscript.

# %%
dy_dx = "2(x − 1)(2x² − x + 2)"
lowest = {"x": "1", "y": "1 − 2 + 3 − 4 + 5"}
weights = {"g0": "2·3·10", "g1": "2·4·100", "g2": "2·5·1000"}

# %% [markdown] right="hw3-blanks-horner" exercise=["hw3-polynomial/polynomial-formula", "hw3-polynomial/lowest", "hw3-polynomial/weights"]
# Homework 3's blanks: Horner's scheme, Python's powers, floats.

# %%
dy_dx = "((4*x - 6)*x + 6)*x - 4"
lowest = {"x": 1.0, "y": 3.0}
weights = {"g0": 60.0, "g1": 800.0, "g2": 1e4}

# %% [markdown] right="hw3-blanks-term-by-term" exercise=["hw3-polynomial/polynomial-formula", "hw3-polynomial/lowest", "hw3-polynomial/weights"]
# Homework 3's blanks: the derivative term by term, not simplified.

# %%
dy_dx = "4*x**3 - 2*3*x**2 + 3*2*x**1 - 4 + 0"
lowest = dict(y="1^4 - 2*1^3 + 3*1^2 - 4*1 + 5", x=1)
weights = dict(zip(("g0", "g1", "g2"), (2 * x * v for x, v in [(3, 10), (4, 100), (5, 1000)])))
