"""Checks of a student's engine.

`passes` checks a forward and a backward pass, `higher_derivatives` derivatives of derivatives, and
`together` an engine with the student's own nodes; if these go wrong, each `node_alone` is tested. A
`checked_algorithm` is also tried on a battery of tiny graphs: once without steps, to judge one that
is right on the check's own graph; and, if the check fails, once with steps, to explain that.

`battery` compares what an engine does there with PyTorch, and knows the smallest graph on which it
is wrong. `first_slip` finds the first thing that it did wrong there, `battery_words` has the other
sentences, and `battery_symptoms` the symptoms by which known mistakes are recognised.
"""
