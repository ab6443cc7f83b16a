"""Reads everything that people type as text: blanks, matrix equations, costs, the player's box.

`spelling` turns a text into tokens, and `reader` turns an expression into parts. `interpreter`
computes these with an algebra: `algebras` has those of numbers and matrices, `graph_of` those of
nodes. `formula` is for answers that are one number, `equations` for matrices, and `typed_graph` for
what is typed into the player.
"""
