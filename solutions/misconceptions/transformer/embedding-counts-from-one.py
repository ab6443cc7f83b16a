# %% [markdown] exercise=["hw8-transformer/embedding"]
# Tokens are counted from 1.
#
# Token 0 has the first row of the table, row 0. With one subtracted, it would get the last row, as Python
# counts -1 from the end.

# %%
class Embedding(ComputationNode):
    def __init__(self, table, tokens, name=None):
        super().__init__(table, name=name)
        self.tokens = tokens  # whole numbers, one for each row of the result

    def forward(self):
        self.result = self.input(0)[[token - 1 for token in self.tokens]]

    def backward(self):
        zeros = torch.zeros_like(self.input(0))
        return [zeros.index_add(0, torch.tensor(self.tokens), self.gradient)]
