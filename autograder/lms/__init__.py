"""Learning management systems.

`formats` makes files that they import, `template` fills in a file that one exported, `sheet` reads
and writes CSV, `export_summary` tells the instructor what to do; `feedback_zip` takes the pages back
to where submissions came from; `gradescope` grades on Gradescope.
"""
