"""Repairing a submission, however damaged: the result is the released notebook with the student's
answers in it.

`repair` does it, in steps: `refusals` are for what is not this homework, `recognise` and `merged`
find the released cells, `answers` the student's answers, and `assemble` puts them together.
`pieces` are what the steps work on, `earlier` remembers replaced releases, and `filled` counts what
was filled in.
"""
