"""Warm, sandboxed kernels: student code runs here and nowhere else.

`bubblewrap` starts a sandbox with few `shown_files`. `zygotes` are started in it and fork kernels;
what they run is `inside`. `kernel` runs cells in one; their `outputs` must stay within an
`output_budget`, and `limits` says what else a kernel may use. `library` is what students' code can
import, and `failures` are what can go wrong.
"""
