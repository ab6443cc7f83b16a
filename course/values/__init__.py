"""Handles the values that a student's code made.

`tensors` reads them as tensors, `closeness` says whether two agree up to rounding, `plain` notes
them, `compare` compares them with PyTorch's, and `as_text` writes them. `words` has what the
sentences around them share, and `lines` breaks these.
"""
