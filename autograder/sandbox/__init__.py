"""Warm, sandboxed kernels: student code runs here and nowhere else.

`bubblewrap` makes the command that starts a sandbox, and `shown_files` decides which of the
machine's files can be seen in it. `zygotes` starts a zygote there, which forks kernels; both run
the modules of `inside`. `kernel` runs cells in such a kernel. Their `outputs` must stay within an
`output_budget`, and `limits` says what else a kernel may use. `library` copies what students' code
can import, and `failures` defines what can go wrong.
"""
