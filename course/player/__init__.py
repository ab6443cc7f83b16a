"""Replays a run of an engine step by step.

`narrate` turns events into steps with captions, and says at the end of a pass what is wrong.
`tell_calls` tells what nodes did, with the help of `right_shares`, and `tell_changes` what happened
to gradients, both from a `narration`, which knows what has happened so far. `recorded_run` puts a
whole run together from such steps (`step`). `scene` draws the picture, `arithmetic` writes down
what a step computes or asks for it, `box_text` writes the numbers in boxes, and `page` packs all of
it into HTML, which `player.js` plays without a kernel; `picture.js` changes the picture. `replay`
has the functions that notebooks call. `explorer` has the box for any expression, and
`simulated_engine` the passes that run without code, right or wrong.
"""
