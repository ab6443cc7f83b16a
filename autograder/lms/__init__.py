"""Learning management systems.

`formats` makes the files that they take back, `template` fills in what one exported, `sheet` reads
and writes CSV, `messages` is what an instructor has to know; `gradescope` is an autograder there.
"""
