"""Draws pictures, as SVG.

`layout` puts the nodes of a graph into layers, `placement` places their boxes and arrows, and
`draw` draws the graph. `blocks` draws one box for many nodes, and `network` draws a neural network.
`graph_picture` refuses graphs that are too large, and adds the legend. `labels` names nodes, and
describes a graph for people who cannot see the picture. `axes` plots curves on two axes, each with
a `scale`. `svg` makes the pictures themselves and the shapes in them. Players and demos share
`assets`, the scripts, style sheets and data in a page, and `widgets`, the look of their controls.
"""
