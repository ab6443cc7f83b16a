"""Draws pictures, as SVG.

`layout` puts the nodes of a graph into layers, `placement` puts their boxes and arrows into a
picture, and `draw` draws these; `blocks` draws a box for many nodes, and `network` the units of a
network. `graph_picture` says which nodes a picture may have, and adds the legend; `labels` has the
names, and a description for those who do not see the picture. `axes` plots curves on two axes, each
with a `scale`. `svg` has the pictures and the shapes that all are made of. `assets` and `widgets`
are what players and demos share: scripts, style sheets and data in a page, and the look of their
controls.
"""
