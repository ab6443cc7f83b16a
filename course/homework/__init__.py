"""What single homeworks use in addition to the scaffold: `layer_chain` and `what_is_kept` for the
homework on memory, and for the one on the transformer `names` to learn from and `tiny_gpt` in
PyTorch.
"""
