# %% [markdown] exercise=["hw8-transformer/embedding"]
# Each token's share replaces the one before.
#
# In the loop, `=` puts a row of the gradient in the place of what is there already. For a token that stands
# in the text twice, both shares count: `+=`.

# %%
class Embedding(ComputationNode):
    def __init__(self, table, tokens, name=None):
        super().__init__(table, name=name)
        self.tokens = tokens  # whole numbers, one for each row of the result

    def forward(self):
        self.result = self.input(0)[list(self.tokens)]

    def backward(self):
        zeros = torch.zeros_like(self.input(0))
        for token, row in zip(self.tokens, self.gradient):
            zeros[token] = row
        return [zeros]
