"""What changes a class after grading.

A `decision` on an inquiry changes a mark, `rename` is for a student's new id, and `forget` and
`restore` are for one who leaves and comes back.
"""
