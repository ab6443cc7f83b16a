"""Learning management systems: what is particular to each of them, in one module each.

A `system` says how its `download` is laid out, what its gradebook looks like, and how it takes
feedback. `all_systems` lists `canvas`, `moodle`, `blackboard`, `brightspace` and `gradescope`, and
the `plain_folder` of an instructor. To add a system, write its module and add it to `all_systems`
and its key to `autograder.cli.options`; if its lists call their columns by new names, add these to
`autograder.people.headings`.
"""
