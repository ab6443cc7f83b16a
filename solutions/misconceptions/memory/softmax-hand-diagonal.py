# %% [markdown] exercise=["hw6-memory/softmax-by-hand"]
# Only one of three shares is counted.
#
# This z moves the other two p as well, since it is in their denominators. Two more shares have to
# be added.

# %%
softmax_by_hand["dz1"] = 0.5
softmax_by_hand["dz2"] = 0
softmax_by_hand["dz3"] = -0.16
softmax_by_hand["same"] = 0.25
