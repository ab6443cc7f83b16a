"""Asks students questions about what their own engine did.

`quiz_run` works out what certainly happened in a recorded pass, `quiz_templates` finds what can be
asked about it, and `engine_quiz` chooses, asks and checks.
"""
