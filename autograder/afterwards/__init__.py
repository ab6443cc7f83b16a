"""Students whose data change after grading.

`rename` is for a new id, `forget` and `restore` are for one who leaves and comes back.
"""
