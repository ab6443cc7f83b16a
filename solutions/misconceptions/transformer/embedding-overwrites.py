# %% [markdown] exercise=["hw8-transformer/embedding"]
# A repeated token keeps only its last share.
#
# A row that is used twice is a fork, and its shares add up. In a loop, `=` overwrites what is there
# already: use `+=`. With a list of rows, `A[rows] += G` reads them all before it writes any: use
# index_add.

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
