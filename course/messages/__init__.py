"""What a student is told, and how it is shown.

`failure` is a failed check, with what `shown` has shown before it; `misconceptions` recognises
known mistakes. `listeners` let a grader hear of both. `hints` gives hints in steps, and `source`
shows the scaffold's own text.
"""
