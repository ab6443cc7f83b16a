"""Repairs a submission, however damaged: puts the student's answers into the released notebook.

`repair` does this in steps. `refusals` refuses what is not this homework, `recognise` finds the
released cells, even if they were `merged` or `cut_up`, `answers` finds the student's answers, and
`assemble` puts them together. The steps work on `pieces`. `earlier` remembers releases that were
replaced, and `filled` counts what was filled in.
"""
