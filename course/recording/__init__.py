"""Records what a student's code does while it runs. Nothing here computes right answers.

`records` defines the record types. `calls` records each call of a node's method. `guards` undoes
changes that an engine must not make to a graph, and `copies` copies graphs. `player_recorder`
records what each line of an engine changes, for the player; `quick_recorder` records less.
`battery_run` uses `quick_recorder` to try an algorithm on the battery. The battery consists of all
`battery_trials`, and each `trial` is a tiny graph. `run_by_line` uses `quick_recorder` for
questions about an engine. `derivatives` applies an engine to its own gradients. `account` infers
from the events of a backward pass which share arrived where.
"""
