"""Says what a student is told, and shows it.

`failure` is the error of a failed check, and `output` shows what a check has to show.
`misconceptions` recognises known mistakes, and `across_blanks` weighs them by all blanks of an
exercise. `listeners` let a grader hear of all this. `last_cell` reports a cell that stopped, and
`given_cells` one with changes that a check uses. `hints` gives hints in steps, and `source` shows
the scaffold's own code.
"""
