"""Asks students questions about what their own engine did.

`quiz_run` keeps what happened for certain in a recorded pass, `quiz_templates` finds in it
what can be asked, and `engine_quiz` chooses, asks and checks.
"""
