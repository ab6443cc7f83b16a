"""Learning management systems: what is particular to each of them, in one module each.

A `system` describes the layout of its `download`, the format of its gradebook, and how it takes
feedback. `all_systems` lists `canvas`, `moodle`, `blackboard`, `brightspace` and `gradescope`, and
the `plain_folder` of an instructor. To add a system, write its module, add it to `all_systems`, and
add its key to `autograder.cli.options`. If columns in its class lists have new names, add these to
`autograder.people.headings`.
"""
