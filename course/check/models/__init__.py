"""Checks of training and its parts.

`training_run` checks a whole loop, also by single `epochs`, `minibatches` how the examples are cut
up, and `sgd` and `adam` a step, both by `optimiser_step`.
"""
