"""Pictures, as SVG.

`layout` puts the nodes of a graph into layers, `placement` their boxes and arrows into a picture,
and `draw` shows it; `labels` has the names, also for those who do not see it. `blocks` and
`network` lay out other pictures, `axes` plots curves between two of `scale`, and `shapes` are what
all pictures are made of.
"""
