"""Warm, sandboxed kernels: student code runs here and nowhere else.

`bubblewrap` starts a `zygote` in a sandbox with a `view` of few files, `seccomp` filters its system
calls, and it forks the kernels that `host` asks for. `kernel` has one run cells, whose `outputs`
are kept within an `output_budget`; `limits` says what else a kernel may use. Inside, `warden` holds
a `pipe_kernel` and its `family` of processes to them. `library` is what students' code can import,
and `linux` has system calls that Python lacks.
"""
