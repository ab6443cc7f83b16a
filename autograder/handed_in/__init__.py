"""Reading what a student handed in, none of which is trusted.

`finding` finds the file, `reading` and `tidying` make a notebook of it, `untrusted` does so within
limits, and `unreadable` has the messages if that fails.
"""
