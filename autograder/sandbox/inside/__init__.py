"""Runs inside the sandbox, as modules of its own beside a copy of in_kernel, without the package
around them.

The `zygote` forks kernels. In each, a `warden` measures the `usage` of a `pipe_kernel`, holds it to
its limits, and has `seccomp` filter its system calls. `linux` has system calls that Python lacks.
"""
