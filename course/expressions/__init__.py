"""Reads everything that people type as text: blanks, matrix equations, costs, the player's box.

`spelling` makes tokens of a text and `reader` parts of an expression. `interpreter` computes these
with an algebra: `algebras` has those of numbers and matrices, `graph_of` those of nodes. `formula`
is for answers that are one number, `typed_graph` for what is typed into the player.
"""
