"""Reads a class's marks from the gradebook and adds them up.

`class_marks` are about one homework, `total` about a term; `changed_marks` says what grading again
has changed. `gather_facts` puts a homework's `class_facts` together, with statistics by
`item_analysis` and the `mistakes` that were seen.
"""
