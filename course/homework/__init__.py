"""What single homeworks use in addition to the scaffold: `layer_chain`, `what_is_kept`
and `digits` to read for the homework on memory, and for the one on the transformer `names` to learn
from and `tiny_gpt` in PyTorch.
"""
