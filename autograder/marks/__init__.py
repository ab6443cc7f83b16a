"""Reads a class's marks from the gradebook and adds them up.

`exercises` and `class_marks` are about one homework, `total` about a term. The
`class_facts` of a homework are `gathered_facts`, with statistics by `item_analysis` and the
`mistakes` that were seen.
"""
