# %% [markdown] exercise=["hw8-transformer/embedding"]
# A token that repeats keeps only its last share.
#
# `A[rows] = G`, or `+=` with a list of rows, writes each row once, even if it stands in the list twice. A row
# that is used twice is a fork, and its shares add up: use index_add, or a loop with +=.

# %%
class Embedding(ComputationNode):
    def __init__(self, table, tokens, name=None):
        super().__init__(table, name=name)
        self.tokens = tokens  # whole numbers, one for each row of the result

    def forward(self):
        self.result = self.input(0)[list(self.tokens)]

    def backward(self):
        zeros = torch.zeros_like(self.input(0))
        zeros[list(self.tokens)] += self.gradient
        return [zeros]
