"""Reads everything that people type as text: blanks, matrix equations, costs, the player's box.

`statements` splits a text into its expressions, and `spelling` turns these into tokens. `reader`
turns an expression into parts: its `cursor` walks over the tokens, its `vocabulary` knows the names
and functions, and an `expression_error` says what cannot be read. `interpreter` computes the parts
with an algebra: `algebras` has those of numbers and matrices, `graph_of` those of nodes. `formula`
is for answers that are one number, `equations` for matrices, and `typed_graph` for what is typed
into the player.
"""
