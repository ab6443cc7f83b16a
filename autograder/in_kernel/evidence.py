"""Defines the MIME type that tells evidence from everything else that a cell displays."""

MIME = "application/vnd.backprop-by-hand.evidence+json"
MAX_EVIDENCE = 1_200_000  # characters that the judge reads
