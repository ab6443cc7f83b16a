"""Says what a student is told, and shows it.

`failure` is the error of a failed check, `output` shows what a check has to show, and
`misconceptions` recognises known mistakes. `listeners` let a grader hear of all this. `last_cell`
reports a cell that stopped. `hints` gives hints in steps, and `source` shows the scaffold's
own code.
"""
