"""What single homeworks use beside the scaffold: a `layer_chain` for memory; for the transformer,
`names` to learn from and `tiny_gpt` in PyTorch.
"""
