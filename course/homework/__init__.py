"""What homeworks use besides checks.

For the warm-ups, `practice` gives exercises by hand. For the homework on cost, `exponents` compares
formulas with counts.

For the homework on memory, `layer_chain` runs layers, `memory` shows what nodes keep, and
`tradeoff_plot` plots what checkpoints save. `digits` trains a network that reads digits, in which
operations `by_pytorch` replace those of a student that are not right yet.

For the homework on the transformer, `names` is the training data, `tiny_gpt` is the model in
PyTorch, and `why_apart` says why a student's model differs from it.
"""
