"""Finds out what a wrong node or function does by trying it on other values.

`experiment` runs the experiments, some of them on `other_values`. `findings` puts what they show
into a sentence.
"""
