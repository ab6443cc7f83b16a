"""The foundations of nodes, kept apart so that the module of the nodes stays short.

`operators` lets arithmetic build nodes, `order` sorts a graph, `printing` prints it,
`node_messages` has the errors of nodes, and `arguments` remembers the arguments of a node's
constructor.
"""
