"""Reads a class's marks from the gradebook and adds them up.

`class_marks` reads the marks of one homework, and `total` computes those of a term; `changed_marks`
says what grading again has changed. `gather_facts` collects a homework's `class_facts`, with
statistics by `item_analysis` and the `mistakes` that were seen.
"""
