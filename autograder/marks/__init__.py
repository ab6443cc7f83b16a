"""A class's marks, read from the gradebook and added up.

`exercises` and `class_marks` are of one homework, `total` of a term. `gathering` puts a homework's
`facts` together, with the statistics of `item_analysis`; `mark_changes` says what grading again
changed.
"""
