"""What single homeworks use in addition to the scaffold: `layer_chain` and `memory` for the
homework on memory; `names`, to learn from, and `tiny_gpt`, in PyTorch, for the homework on the
transformer.
"""
