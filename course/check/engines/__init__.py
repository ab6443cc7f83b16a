"""Checks of a student's engine.

`passes` checks a forward and a backward pass, `higher_derivatives` derivatives of derivatives, and
`together` an engine with the student's own nodes; if these go wrong, each `node_alone` is tested. A
`checked_algorithm` is also tried on a battery of tiny graphs. If it is right on the check's own
graph, it runs without steps and is judged; if the check fails, with steps, to explain why.

`battery` compares what an engine does there with PyTorch, and knows the smallest graph on which it
is wrong. `first_slip` finds the first thing that it did wrong there, `battery_words` has the other
sentences, and `battery_symptoms` the symptoms by which known mistakes are recognised.
"""
