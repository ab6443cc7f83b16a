"""Mending a submission, however damaged (`repair`): the released notebook with the student's
answers in it. The other modules are a step each."""
