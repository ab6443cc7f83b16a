"""Warm, sandboxed kernels: student code runs here and nowhere else.

`bubblewrap` starts a `zygote` in a sandbox that has a `view` of few files. The zygote forks the
kernels that `host` asks for, and `seccomp` filters their system calls. `kernel` runs cells in one;
their `outputs` must stay within an `output_budget`, and `limits` says what else a kernel may use.
Inside, a `warden` measures the `usage` of a `pipe_kernel` and holds it to these limits. `library`
is what students' code can import, and `linux` has system calls that Python lacks.
"""
