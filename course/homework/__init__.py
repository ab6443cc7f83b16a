"""What homeworks use that is not a check.

`practice` gives exercises by hand, in the warm-ups. The homework on memory has `layer_chain` and
`memory`, plots what checkpoints save (`tradeoff_plot`), and trains a network that reads `digits`,
with operations `by_pytorch` where a student's are not right yet. The one on cost shows `exponents`.
The one on the transformer has `names`, to learn from, and `tiny_gpt`, in PyTorch, and `why_apart`
says why a student's differs from that.
"""
