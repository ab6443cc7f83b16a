"""Simulates the backward passes of right and wrong engines, without running anybody's code.

A `simulated_pass` is defined by its `choices` and runs on a `tape`. Students' tests have to find
the wrong passes, variants of exercises ask which gradients a wrong pass leaves, and the player
replays wrong passes.
"""
