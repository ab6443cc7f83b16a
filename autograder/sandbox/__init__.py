"""Warm, sandboxed Jupyter kernels: student code runs here and nowhere else.

`bubblewrap` starts a zygote in a sandbox, `zygote` forks kernels, `provisioner` hands them to
Jupyter, `limits` says what they may use.
"""
