"""Repairing a submission, however damaged (`repair`): the result is the released notebook with the
student's answers in it. The other modules are one step each."""
