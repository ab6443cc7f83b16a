"""Grading on Gradescope: `build` makes the zip, and `run` grades a submission there.

`setup.sh`, `run_autograder` and `README.md` go into the zip as they are.
"""
