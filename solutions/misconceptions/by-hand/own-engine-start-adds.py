# %% [markdown] exercise=["hw2-tanh/own-engine"]
# What is put at the output is added to what is left there.
#
# Look at the line that puts `one` at the output: does it ask what was there before?

# %%
own_engine["third"] = 3.0
