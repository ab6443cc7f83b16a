"""Defines by what a kernel recognises a request, and the judge the evidence that answers it."""

REQUEST = "import in_kernel.agent\nin_kernel.agent.show("  # how a request begins; JSON follows
MIME = "application/vnd.backprop-by-hand.evidence+json"
MAX_EVIDENCE = 1_200_000  # characters that the judge reads
