"""Records what a student's code does while it runs. Nothing here knows what would be right.

`calls` notes each call of a node's method, and the other modules build on it; `guards` put back
what an engine changes in a graph. `player_recorder` notes what each line of an engine changes, for
the player. `watched_run` notes less, quickly, as evidence: `outcomes` has it for the battery, whose
`battery_trials` are each a `trial` of one tiny graph, by which mistakes are recognised, and
`run_by_line` has it for questions. `derivatives` applies an engine to its own gradients.
`saved_values` measures what a node keeps, in all objects that are `reachable` from it, `kept_text`
writes it as a table, and `layer_runs` counts how often its layers run. `meter` counts what PyTorch
does. A `stand_in` takes the place of a student's node.
"""
