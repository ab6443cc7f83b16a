"""Records what a student's code does while it runs. Nothing here computes what is right.

`records` has the form of all records. `calls` notes each call of a node's method. `guards` undoes
what an engine changes in a graph but must not, and `copies` copies graphs. `player_recorder` notes
what each line of an engine changes, for the player. `quick_recorder` notes less. `battery_run` uses
it to try an algorithm on the battery, which is all `battery_trials`, each `trial` on a tiny graph.
`run_by_line` uses it for questions about an engine. `derivatives` applies an engine to its own
gradients. `account` reads from the events of a backward pass which share arrived where.
"""
