"""Checks of a student's engine.

`passes` checks a forward and a backward pass, `higher_derivatives` derivatives of derivatives, and
`together` an engine with the student's own nodes. The engine also runs on a battery of tiny graphs,
from which `small_graphs` makes a check and a diagnosis.

`battery` compares what it does there with PyTorch, and knows the smallest graph on which it is
wrong. `first_slip` finds the first thing that it did wrong there, `battery_words` has the other
sentences, and `battery_symptoms` the symptoms by which known mistakes are recognised.
"""
