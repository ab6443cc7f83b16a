"""Draws pictures, as SVG.

`layout` puts the nodes of a graph into layers, `placement` puts their boxes and arrows into a
picture, and `draw` shows it. `labels` has the names, and a description for those who do not see the
picture. `blocks` and `network` lay out other pictures, `axes` plots curves on two axes, each with a
`scale`, and `shapes` has the shapes that all pictures are made of. `assets` and `widgets` are what
players and demos share: scripts, style sheets and data in a page, and the look of their controls.
"""
