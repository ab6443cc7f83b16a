"""Warm, sandboxed kernels: student code runs here and nowhere else.

`bubblewrap` starts a zygote in a sandbox and `host` asks it for kernels, which it forks; `pipe` has
them run cells, `limits` says what they may use.
"""
