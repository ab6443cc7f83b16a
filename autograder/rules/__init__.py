"""Knows a class's rules on late work and totals.

`policy` and `total_rules` apply the rules. `policy_file` reads them, with the help of `extensions`
and `due_times`.
"""
