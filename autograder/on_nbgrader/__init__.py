"""What stands directly on nbgrader, and changes if nbgrader does.

`nbgrader_api` is the gradebook of a class, `settings` and `nbgrader_patches` fit nbgrader to this
house. `one_path` makes nbgrader's own command read what `autograder grade` reads.
"""
