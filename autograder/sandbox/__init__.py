"""Warm, sandboxed kernels: student code runs here and nowhere else.

`bubblewrap` starts a zygote in a sandbox with a `view` of few files. It forks the kernels that
`host` asks for. `kernel` has one run cells, whose `outputs` are kept as far as there is `room`;
`limits` says what else a kernel may use. Inside, `warden` holds a `pipe_kernel` to them.
"""
