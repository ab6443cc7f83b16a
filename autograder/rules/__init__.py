"""Knows a class's rules on late work and totals.

They are in `policy` and `total_rules`, and `policy_file` reads them, with `extensions` and
`due_times`.
"""
