"""Runs inside the sandbox, as modules of its own, and so imports nothing of the autograder.

The `zygote` forks kernels. In each, a `warden` measures the `usage` of a `pipe_kernel`, holds it to
its limits, and has `seccomp` filter its system calls. `linux` has system calls that Python lacks.
"""
