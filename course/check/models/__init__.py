"""Checks training and its parts.

`training_run` checks a whole training loop, also by running single `epochs`. `minibatches` checks
how examples are cut into batches. `sgd` and `adam` check one step of an optimiser, both with
`optimiser_step`.
"""
