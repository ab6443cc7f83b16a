"""Checks of a student's engine.

`passes` checks forward and backward passes, `higher_derivatives` checks derivatives of derivatives,
and `together` checks an engine with the student's own nodes. If these go wrong together, each
`node_alone` is tested. A `checked_algorithm` that is right on the check's own graph also has to be
right on a battery of tiny graphs. If the check fails, it runs on the battery with steps, to explain
why.

`battery` compares an engine's outcomes on these graphs with PyTorch and picks the smallest graph on
which the engine is wrong. `first_slip` finds the first thing it did wrong there, `battery_words`
writes the other sentences, and `battery_symptoms` computes the symptoms by which known mistakes are
recognised.
"""
