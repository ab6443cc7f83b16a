# %% [markdown] exercise=["hw5-mlp/logistic-loss"]

# %% [markdown] mistake="logistic-node-broadcasts"
# In LogisticLoss, every output meets every label.
#
# The loss of an example has only its own label in it. A tensor of shape `(5,)` times one of shape
# `(5, 1)` has the shape `(5, 5)`, and a product of two means, multiplied out, has the same 25
# products in it. Leave both as columns, multiply entry by entry, and take the mean last.

# %%
class LogisticLoss(ComputationNode):
    def forward(self):
        o, y = self.input(0).flatten(), self.input(1)
        self.result = (torch.log(1 + torch.exp(o)) - y * o).mean()

    def backward(self):
        o, y = self.input(0), self.input(1)
        return [self.gradient * (o.sigmoid() - y) / o.numel(), -self.gradient * o / o.numel()]

# %% [markdown] mistake="logistic-node-forgets-label"
# LogisticLoss forgets the label when it goes backward.
#
# The term `-y o` moves with `o` as well. Where the label is 1 the gradient of the output is
# negative.

# %%
class LogisticLoss(ComputationNode):
    def forward(self):
        o, y = self.input(0), self.input(1)
        self.result = (torch.log(1 + torch.exp(o)) - y * o).mean()

    def backward(self):
        o, y = self.input(0), self.input(1)
        return [self.gradient * o.sigmoid() / o.numel(), -self.gradient * o / o.numel()]

# %% [markdown] mistake="logistic-node-forgets-upstream"
# LogisticLoss forgets the upstream gradient.
#
# It looks like the end of the graph, but `J = L + s` comes after it, and something else could.

# %%
class LogisticLoss(ComputationNode):
    def forward(self):
        o, y = self.input(0), self.input(1)
        self.result = (torch.log(1 + torch.exp(o)) - y * o).mean()

    def backward(self):
        o, y = self.input(0), self.input(1)
        return [(o.sigmoid() - y) / o.numel(), -o / o.numel()]

# %% [markdown] mistake="logistic-node-label-for-output"
# LogisticLoss gives the labels the gradient `-y`.
#
# In `-y o` the factor beside `y` is `-o`: that is how the loss moves when `y` moves.

# %%
class LogisticLoss(ComputationNode):
    def forward(self):
        o, y = self.input(0), self.input(1)
        self.result = (torch.log(1 + torch.exp(o)) - y * o).mean()

    def backward(self):
        o, y = self.input(0), self.input(1)
        share = self.gradient / o.numel()
        return [share * (o.sigmoid() - y), -share * y]

# %% [markdown] mistake="logistic-node-label-sign"
# LogisticLoss has the wrong sign for the labels.
#
# In `-y o` the label has the factor `-o`: where `o` is 2, moving `y` up makes the loss smaller.

# %%
class LogisticLoss(ComputationNode):
    def forward(self):
        o, y = self.input(0), self.input(1)
        self.result = (torch.log(1 + torch.exp(o)) - y * o).mean()

    def backward(self):
        o, y = self.input(0), self.input(1)
        share = self.gradient / o.numel()
        return [share * (o.sigmoid() - y), share * o]

# %% [markdown] mistake="logistic-node-label-without-mean"
# LogisticLoss forgets the mean in the gradient of the labels.
#
# Forward divides by the number of entries, and each label moves only one term of the sum: its share
# also has the factor `1/n`.

# %%
class LogisticLoss(ComputationNode):
    def forward(self):
        o, y = self.input(0), self.input(1)
        self.result = (torch.log(1 + torch.exp(o)) - y * o).mean()

    def backward(self):
        o, y = self.input(0), self.input(1)
        share = self.gradient / o.numel()
        return [share * (o.sigmoid() - y), -self.gradient * o]

# %% [markdown] mistake="logistic-node-labels-are-constant"
# LogisticLoss says that the labels move nothing.
#
# Nobody will change the labels, but a node answers for each of its inputs: in `-y o` the label is
# a factor.

# %%
class LogisticLoss(ComputationNode):
    def forward(self):
        o, y = self.input(0), self.input(1)
        self.result = (torch.log(1 + torch.exp(o)) - y * o).mean()

    def backward(self):
        o, y = self.input(0), self.input(1)
        return [self.gradient * (o.sigmoid() - y) / o.numel(), torch.zeros_like(y)]

# %% [markdown] mistake="logistic-node-minus-in-the-exponent"
# LogisticLoss has a minus in its exponent.
#
# `log(1 + e^-o)` is the loss of a yes, and there `-y o` is part of it already. The formula has
# `e^o`.

# %%
class LogisticLoss(ComputationNode):
    def forward(self):
        o, y = self.input(0), self.input(1)
        self.result = (torch.log(1 + torch.exp(-o)) - y * o).mean()

    def backward(self):
        o, y = self.input(0), self.input(1)
        return [self.gradient * (o.sigmoid() - y) / o.numel(), -self.gradient * o / o.numel()]

# %% [markdown] mistake="logistic-node-of-squares"
# LogisticLoss goes backward like a squared loss.
#
# The derivative of `log(1 + e^o)` is the sigmoid of `o`, not `o` itself.

# %%
class LogisticLoss(ComputationNode):
    def forward(self):
        o, y = self.input(0), self.input(1)
        self.result = (torch.log(1 + torch.exp(o)) - y * o).mean()

    def backward(self):
        o, y = self.input(0), self.input(1)
        return [self.gradient * (o - y) / o.numel(), -self.gradient * o / o.numel()]

# %% [markdown] mistake="logistic-node-one-gradient"
# LogisticLoss returns a gradient for the outputs only.
#
# It has two inputs, so the list needs two gradients. What does the loss do when `y` moves?

# %%
class LogisticLoss(ComputationNode):
    def forward(self):
        o, y = self.input(0), self.input(1)
        self.result = (torch.log(1 + torch.exp(o)) - y * o).mean()

    def backward(self):
        o, y = self.input(0), self.input(1)
        return [self.gradient * (o.sigmoid() - y) / o.numel()]

# %% [markdown] mistake="logistic-node-output-sign"
# LogisticLoss has the wrong sign for the outputs.
#
# With `y = 1`, moving the output up makes the loss smaller, so its derivative `σ(o) - y` is
# negative.

# %%
class LogisticLoss(ComputationNode):
    def forward(self):
        o, y = self.input(0), self.input(1)
        self.result = (torch.log(1 + torch.exp(o)) - y * o).mean()

    def backward(self):
        o, y = self.input(0), self.input(1)
        share = self.gradient / o.numel()
        return [share * (y - o.sigmoid()), -share * o]

# %% [markdown] mistake="logistic-node-sigmoid-for-labels"
# LogisticLoss gives the labels the negative gradient of the outputs.
#
# That would be right for a squared difference. Here `y` occurs once, in `-y o`: what stands
# beside it?

# %%
class LogisticLoss(ComputationNode):
    def forward(self):
        o, y = self.input(0), self.input(1)
        self.result = (torch.log(1 + torch.exp(o)) - y * o).mean()

    def backward(self):
        o, y = self.input(0), self.input(1)
        share = self.gradient * (o.sigmoid() - y) / o.numel()
        return [share, -share]

# %% [markdown] mistake="logistic-node-sign"
# LogisticLoss has the wrong sign.
#
# With `y = 1`, moving the output up makes the loss smaller, so its derivative is negative. With
# `y = 0` it is positive.

# %%
class LogisticLoss(ComputationNode):
    def forward(self):
        o, y = self.input(0), self.input(1)
        self.result = (torch.log(1 + torch.exp(o)) - y * o).mean()

    def backward(self):
        o, y = self.input(0), self.input(1)
        share = self.gradient / o.numel()
        return [share * (y - o.sigmoid()), share * o]

# %% [markdown] mistake="logistic-node-sums"
# LogisticLoss adds up instead of taking the mean.
#
# Then twice as many examples would mean twice the loss, and the learning rate would have to be
# changed with the size of the batch.

# %%
class LogisticLoss(ComputationNode):
    def forward(self):
        o, y = self.input(0), self.input(1)
        self.result = (torch.log(1 + torch.exp(o)) - y * o).sum()

    def backward(self):
        o, y = self.input(0), self.input(1)
        return [self.gradient * (o.sigmoid() - y), -self.gradient * o]

# %% [markdown] mistake="logistic-node-without-mean"
# LogisticLoss forgets the mean when it goes backward.
#
# Forward divides by the number of entries, so each entry moves the loss by only `1/n`.

# %%
class LogisticLoss(ComputationNode):
    def forward(self):
        o, y = self.input(0), self.input(1)
        self.result = (torch.log(1 + torch.exp(o)) - y * o).mean()

    def backward(self):
        o, y = self.input(0), self.input(1)
        return [self.gradient * (o.sigmoid() - y), -self.gradient * o]

# %% [markdown] right="hw5-logistic-by-softplus"
# LogisticLoss by softplus, with a sum divided by the number of examples.

# %%
class LogisticLoss(ComputationNode):
    def forward(self):
        o, y = self.input(0), self.input(1)
        self.n = o.shape[0]
        self.result = (torch.nn.functional.softplus(o) - o * y).sum() / self.n

    def backward(self):
        o, y = self.input(0), self.input(1)
        p = 1 / (1 + torch.exp(-o))
        return self.gradient * (p - y) / self.n, -self.gradient * o / self.n

# %% [markdown] right="hw5-logistic-by-torch"
# LogisticLoss by PyTorch's binary cross-entropy.

# %%
class LogisticLoss(ComputationNode):
    def forward(self):
        self.result = torch.nn.functional.binary_cross_entropy_with_logits(
            self.input(0), self.input(1)
        )

    def backward(self):
        o, y = self.input(0), self.input(1)
        e = o.exp()
        return [self.gradient * (e / (1 + e) - y) / y.numel(), self.gradient * -o / y.numel()]
