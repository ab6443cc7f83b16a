"""Writes the messages of the course, and shows them to students.

`failure` defines the error of a failed check, and `output` shows lines and pictures.
`misconceptions` recognises known mistakes, and `across_blanks` ranks them by the answers in all
blanks of an exercise. Through `listeners`, a grader learns what is shown and recognised.
`last_cell` warns of a cell that stopped with an error, and `given_cells` of a given cell that was
changed. `hints` gives hints in steps, and `source` shows the scaffold's own code.
"""
