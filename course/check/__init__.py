"""The checks compare what a student wrote with PyTorch, and say in a sentence what differs.

`gradients` checks engines, `node` nodes; `by_hand`, `by_expression` and `choice` work on paper;
`cost`, `tradeoff` and `budget` the cost of a computation; `training` the parts of a training loop.
Right answers are computed when needed (`twin`, `counted`), so none is written down here.
"""
