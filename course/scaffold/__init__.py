"""What the nodes of a graph are built on, so that their own module stays short.

`operators` lets arithmetic build nodes, `order` sorts a graph and `printing` prints it,
`node_messages` has the errors of nodes, and `arguments` notes what a node's constructor was given.
"""
