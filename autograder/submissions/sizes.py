"""Sets limits on the sizes of files that are handed in."""

MAX_WITHOUT_OUTPUTS = 20_000_000  # bytes of a notebook without its outputs
MAX_FILE = 100_000_000  # bytes with its outputs
MAX_TOGETHER = 2 * MAX_FILE  # bytes of all files of one student in which a notebook is looked for
