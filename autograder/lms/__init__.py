"""Learning management systems.

`formats` makes files that they import, `template` fills in a file that one exported, `sheet` reads
and writes CSV, `messages` tells the instructor what to do; `gradescope` grades on Gradescope.
"""
