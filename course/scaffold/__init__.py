"""The foundations of nodes, kept here so that `course.graph` stays short.

`operators` lets arithmetic build nodes, `order` sorts a graph, `printing` prints it,
`node_messages` has the errors of nodes, and `arguments` remembers the arguments of a node's
constructor.
"""
