"""The checks: what a student wrote, compared with PyTorch, and the sentence that says what differs.

`gradients` checks engines and nodes; `by_hand`, `by_expression` and `choice` what is worked out on
paper; `cost`, `tradeoff` and `budget` what a computation takes; `training` a loop of steps. Right
answers are computed when they are needed (`twin`, `counted`), so none is written down here.
"""
