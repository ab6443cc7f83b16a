"""Grading: one submission (`submission`), its cells in the sandbox (`execute`), many at once
(`cluster`), a class (`grade`) with its gradebook and its journal."""
