"""Reading a submission, however damaged (`reading`), and mending it (`repair`): the released
notebook with the student's answers in it. The other modules are a step each."""
