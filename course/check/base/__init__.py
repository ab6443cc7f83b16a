"""What all checks use.

`student_code` asks a student's code, `failures` makes a check fail, and `blank_by_blank` checks
blanks. `exercise` runs the checks of an exercise and keeps which have passed. Clues to an error are
in `error_table`, and in `error_clues` those that need recorded calls; clues to wrong values are in
`value_clues`, and `downstream` says what is wrong with the form of what backward returned.
`visits` says how often a method may run in a pass.
"""
