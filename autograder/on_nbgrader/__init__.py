"""Adapts nbgrader to this project; this is what has to change if nbgrader does.

`nbgrader_api` gives access to a class's gradebook and nbgrader's steps, and `settings` and
`nbgrader_patches` fit nbgrader to the project. `autograde` makes nbgrader's own command read what
`autograder grade` reads.

`settings` names modules of packages above this one, which nbgrader imports when it needs them.
"""
