"""Simulates the backward passes of right and wrong engines, without anybody's code.

A `simulated_pass` runs on a `tape` and is made from `choices`. Students' tests have to find the
wrong ones, variants of exercises ask what one of them leaves, and the player plays them.
"""
