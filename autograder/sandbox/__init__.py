"""Warm, sandboxed kernels: student code runs here and nowhere else.

`bubblewrap` starts a zygote in a sandbox, which forks the kernels that `host` asks for; `pipe` has
them run cells, and `limits` says what they may use.
"""
