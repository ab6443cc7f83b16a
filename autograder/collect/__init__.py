"""Collecting submissions: from a system's bulk download to `submitted/` of a class.

`archive` reads the download, `layouts` finds out who handed in what, `choose` picks the notebook
out of a student's files, `shelf` keeps every version, and `collect` decides and writes.
"""
