"""Wrong engines, and the check of a student's own tests, which should find them.

`simulated_pass` runs a right or wrong backward pass on a `tape`, as made from `choices`, and
`find_engines` judges tests by the wrong ones that they catch.
"""
