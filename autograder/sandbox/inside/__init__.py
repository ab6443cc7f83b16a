"""Holds the modules that run inside the sandbox. There, they lie beside a copy of in_kernel, and
this package does not exist.

The `zygote` forks a warden for each kernel. The `warden` forks the kernel (`pipe_kernel`), measures
its `usage`, and ends it if it exceeds its limits; `seccomp` filters the kernel's system calls.
`linux` has system calls that Python lacks.
"""
