"""The demos of the lectures: controls, and a picture that follows them.

A lecture notebook calls one function per slide. The numbers in a picture are computed when it is
drawn, by the course's own nodes or by PyTorch; none of them is written down beforehand.

The demos are in `linear`, `chain`, `nudge`, `matmul`, `polynomial`, `saturation`, `training`,
`timeline` and `attention`, from lecture 1 to 7. `chain` compares `jacobian_products`; `training`
shows an `mlp` that learns one of the `data_sets`, and its `data_flow`; `timeline` shows what is
`kept`. `demo` makes controls that need a kernel, `frames` some that need none, and `slide` draws
what the pictures have in common.
"""
