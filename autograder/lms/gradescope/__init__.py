"""Grading on Gradescope: `build` makes the zip, `run` is what it does with a submission there.

`setup.sh`, `run_autograder` and `README.md` go into the zip as they are.
"""
