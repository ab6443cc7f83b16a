"""Collecting submissions: from a system's bulk download to `submitted/` of a class.

`archive` opens the download; `recognise` finds out where it comes from; `layouts`, `gradescope` and
`plain` tell who handed in what. `choose` picks the notebook out of a student's files, `versions`
keeps every attempt, `submitted` decides what is to be graded, and `collect` does it for all.
"""
