"""The parts that all checks share.

`student_code` asks questions about a student's code, `failures` makes the failures that checks
raise, and `blank_by_blank` checks blanks. `exercise` runs the checks of an exercise and remembers
which exercises have passed. `error_table` and `error_clues` have clues to errors, the latter from
recorded calls. `value_clues` has clues to wrong values, and `downstream` finds what is wrong with
the list that backward returned. `visits` says how often a method may run in a pass.
"""
