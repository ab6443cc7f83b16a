"""A class's rules: `policy`, which `policy_file` reads, with `extensions` and `due_times`; `late`
gives nbgrader the penalties that follow.
"""
