"""Reads everything that is typed as text: blanks, matrix equations, costs, and the player's box.

`statements` splits a text into expressions, and `spelling` turns these into tokens. `reader` turns
an expression into parts: its `cursor` walks over the tokens, its `vocabulary` knows the names and
functions, and an `expression_error` says what cannot be read. `interpreter` computes the parts with
an algebra. `algebras` has those for numbers and matrices, `graph_of` the one for nodes. `formula`
computes answers that are one number, `equations` computes matrices, and `typed_graph` builds the
graph typed into the player.
"""
