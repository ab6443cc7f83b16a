# %% [markdown] exercise=["hw1-cosh/forward-by-hand"]

# %% [markdown] mistake="forward-common-logarithm"
# The logarithm is to base 10.
#
# The key log on many calculators means base 10, and exp undoes the logarithm to base e, often
# written ln. You need no calculator here: the blanks understand the word log. As a test, exp of log
# 5 must give 5 again.

# %%
forward_pass["a"] = 0.477121
forward_pass["c"] = 0.477121
forward_pass["d"] = -0.477121

# %% [markdown] mistake="forward-common-logarithm-to-four-digits"
# The logarithm is to base 10, and rounded to four digits.
#
# The key log on many calculators means base 10, and exp undoes the logarithm to base e, often
# written ln. You need no calculator here: the blanks understand the word log. As a test, exp of log
# 5 must give 5 again.

# %%
forward_pass["a"] = 0.4771
forward_pass["c"] = 0.4771
forward_pass["d"] = -0.4771

# %% [markdown] mistake="forward-common-logarithm-to-three-digits"
# The logarithm is to base 10, and rounded to three digits.
#
# The key log on many calculators means base 10, and exp undoes the logarithm to base e, often
# written ln. You need no calculator here: the blanks understand the word log. As a test, exp of log
# 5 must give 5 again.

# %%
forward_pass["a"] = 0.477
forward_pass["c"] = 0.477
forward_pass["d"] = -0.477

# %% [markdown] mistake="forward-exp-does-nothing"
# The values go through exp unchanged.
#
# An exp box computes something: exp of its input. log 5 is the number whose exp is 5. So exp(log 5)
# is 5, not log 5.

# %%
forward_pass["b"] = "log(3)"
forward_pass["r"] = "-log(3)"
forward_pass["z"] = 0

# %% [markdown] mistake="forward-exp-instead-of-copy"
# A copy is computed as exp.
#
# A copy passes its input on as it is.

# %%
forward_pass["a"] = 3

# %% [markdown] mistake="forward-log-of-exp"
# Exp and the logarithm are not cancelled.
#
# The exponential of log 3 is a simple number. What does log 3 mean?

# %%
forward_pass["b"] = "exp(3)"

# %% [markdown] mistake="forward-minus-comes-out"
# The minus sign comes out of the exponential.
#
# exp of anything is positive, so the result cannot have a minus sign. In the exponent, a minus sign
# gives the reciprocal: 10^2 is 100, and 10^(-2) is a hundredth.

# %%
forward_pass["r"] = "-1/3"
forward_pass["z"] = "4/3"

# %% [markdown] mistake="forward-no-negation"
# A minus sign is forgotten.
#
# One of the boxes takes the negative of what goes into it. Which one?

# %%
forward_pass["d"] = "log 3"
forward_pass["r"] = 3
forward_pass["z"] = 3

# %% [markdown] mistake="forward-sign-in-exp"
# A minus sign in the exponent is treated as a minus sign of the value.
#
# exp of a negative number is positive and small: it is 1 divided by exp of the positive number.

# %%
forward_pass["r"] = -3

# %% [markdown] mistake="forward-sum"
# The sum is taken instead of the mean.
#
# The mean of two values is half of their sum.

# %%
forward_pass["z"] = "10/3"

# %% [markdown] mistake="forward-x-is-three"
# The value of x is taken to be 3.
#
# x is the logarithm of 3, a number close to 1. You need no calculator: keep the word log, and see
# what becomes of it in an exp box. For x = log 5, exp(x) is 5.

# %%
forward_pass["a"] = 3
forward_pass["c"] = 3
forward_pass["d"] = -3
forward_pass["b"] = "exp(3)"
forward_pass["r"] = "exp(-3)"
forward_pass["z"] = "(exp(3) + exp(-3)) / 2"

# %% [markdown] right="blanks-forward-python"
# Python's own logarithm.

# %%
import math

forward_pass = dict(
    a=math.log(3), b=3.0, c=math.log(3), d=-math.log(3), r=math.exp(-math.log(3)), z=5 / 3
)
