"""The player that replays a run of an engine, step by step.

`watch` records what an engine does, `shares` adds up what arrives at each node, `narrate` finds the
words, and `story` makes the steps. `scene` draws one, `screen` puts the words beside it, and
`controls` turns the pages. `explorer` has the box for any expression, `simulated_engine` the broken
engines.
"""
