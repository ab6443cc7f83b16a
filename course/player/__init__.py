"""Replays a run of an engine step by step.

Notebooks call the functions in `replay`. `recorded_run` records a run as a list of steps (`step`).
`narrate` turns the events of a pass into steps with captions, and says at the end what is wrong.
For this, `tell_calls` describes what nodes did, with the help of `right_shares`, and `tell_changes`
what happened to gradients. Both use a `narration`, the state of the pass so far.

`scene` draws the picture, `box_text` writes the numbers in its boxes, and `arithmetic` writes out
what a step computes, or asks for it. `page` packs all of this into HTML, which `player.js` plays
without a kernel; `picture.js` changes the picture. `explorer` has a text box for any expression,
and `simulated_engine` simulates right and wrong passes without code.
"""
