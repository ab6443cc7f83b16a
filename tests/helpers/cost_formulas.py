"""A network to measure, and the right formulas for its costs."""

import torch

TIMES = dict.fromkeys(["T_run", "T_forward", "T_backward", "T_backward_W1"], "m n d^2")
MEMORY = {
    "M_run": "n d",
    "M_forward": "m n d",
    "M_backward": "m n d + m d^2",
    "M_backward_W1": "m n d + d^2",
}


def network(x, weights):
    for W in weights:
        x = torch.tanh(x @ W)
    return x.square().mean()
