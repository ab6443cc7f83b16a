# %% [markdown] exercise=["hw4-matmul/entries"]
# A sign is lost on the way.
#
# Watch the minus signs in G, A and B.

# %%
entries["dA_01"] = "4*1 + 1*3 + 2*0 + 0*2"
entries["dB_10"] = "2*4 + 1*2 + 2*5"
