"""Grades on Gradescope: `build` makes the zip, and `run` grades a submission there,
with `results` in Gradescope's format.

`setup.sh`, `run_autograder` and `README.md` go into the zip as they are.
"""
