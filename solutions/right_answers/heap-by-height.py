# %% [markdown] exercise=["hw1-cosh/backward-algorithm", "hw2-tanh/engine", "hw3-polynomial/engine", "hw4-matmul/engine"]
# A heap, the node that is highest above the leaves first.

# %%
import heapq
import itertools


def backward_algorithm(graph, one=1.0):
    height = {}
    for node in graph.sorted_nodes():
        node.gradient = None
        height[node] = 1 + max((height[child] for child in node.input_nodes), default=-1)
    graph.gradient = one
    tie = itertools.count()
    heap, pushed = [(-height[graph], next(tie), graph)], {graph}
    while heap:
        _, _, node = heapq.heappop(heap)
        for child, share in zip(node.input_nodes, node.backward()):
            child.accumulate_gradient(share)
            if child not in pushed:
                pushed.add(child)
                heapq.heappush(heap, (-height[child], next(tie), child))
    return graph
