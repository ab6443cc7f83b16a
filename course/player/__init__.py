"""The player that replays a run of an engine, step by step.

`shares` adds up what arrives at each node, `narrate` finds the words, those at the end of a pass
with `ending`, and `story` makes each `step`. `scene` draws the picture, `lens` writes down the
arithmetic, `predict` asks for it, and `page` packs all of it into HTML, which `player.js` plays
without a kernel. `replay` has the functions that notebooks call, `player` what they show,
`explorer` the box for any expression, `widgets` what its controls share with those of demos,
`simulated_engine` the broken engines.
"""
