"""The picture of a graph: where nodes stand (`layout`), drawn as SVG (`svg`), shown (`draw`)."""
