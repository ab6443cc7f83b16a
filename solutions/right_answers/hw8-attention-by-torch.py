# %% [markdown] exercise=["hw8-transformer/attention"]
# Attention whose forward is PyTorch's, and whose backward is by hand.

# %%
class Attention(ComputationNode):
    def __init__(self, queries, keys, values, name_of=None, name=None):
        super().__init__(queries, keys, values, name=name)
        self.name_of = name_of

    def same_name(self):
        name_of = torch.tensor(self.name_of or [0] * len(self.input(0)))
        return name_of[:, None] == name_of[None, :]

    def forward(self):
        Q, K, V = self.input(0), self.input(1), self.input(2)
        self.seen = self.same_name() & torch.ones(len(Q), len(Q)).tril().bool()
        attend = torch.nn.functional.scaled_dot_product_attention
        self.result = attend(Q, K, V, attn_mask=self.seen)

    def backward(self):
        Q, K, V = self.input(0), self.input(1), self.input(2)
        root = Q.shape[-1] ** 0.5
        S = torch.where(self.seen, Q @ K.mT / root, torch.tensor(-torch.inf, dtype=Q.dtype))
        A = S.softmax(-1)
        dA = self.gradient @ V.mT
        dS = A * dA - A * (A * dA).sum(-1, keepdim=True)
        return dS @ K / root, (Q.mT @ dS).mT / root, A.mT @ self.gradient
