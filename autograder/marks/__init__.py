"""Reads a class's marks from the gradebook and adds them up.

`exercises` and `class_marks` are about one homework, `total` about a term. `gathering` puts a
homework's `facts` together, with statistics by `item_analysis` and the `mistakes` that were seen.
"""
