"""Checks of a student's engine.

`passes` checks a forward and a backward pass, `derivatives` derivatives of derivatives, and
`together` an engine with the student's own nodes. The first two use `small_graphs`: the engine also
runs on a battery of tiny graphs, which shows where it goes wrong.

`battery` compares what it does there with PyTorch, and knows the smallest graph on which it is
wrong. `facts` finds the first thing that it did wrong in a run, with the account of shares in
`waiting_shares`, `battery_words` says it in sentences, and `symptoms` is for recognising mistakes.
"""
