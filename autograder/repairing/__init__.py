"""Repairs a submission, however damaged: puts the student's answers into the released notebook.

`repair` does this in steps on a `repair_state`. `recognise` finds the released cells, or refuses
what is not this homework, `boundaries` puts those between the cells back, `answers` finds the
student's answers, and `assemble` puts them together. For all of it, `compared_text` tells what two
cells have in common. `earlier_releases` remembers those that were replaced.
"""
