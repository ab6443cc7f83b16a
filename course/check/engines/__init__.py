"""Checks of a student's engine.

`passes` checks a forward and a backward pass, `higher_derivatives` derivatives of derivatives, and
`together` an engine with the student's own nodes. The engine is also tried on a battery of tiny
graphs, at most twice: by `small_graphs`, to judge an engine that is right on the check's own graph,
by what it leaves; and, if a check fails, with its steps, to explain that.

`battery` compares what it does there with PyTorch, and knows the smallest graph on which it is
wrong. `first_slip` finds the first thing that it did wrong there, `battery_words` has the other
sentences, and `battery_symptoms` the symptoms by which known mistakes are recognised.
"""
