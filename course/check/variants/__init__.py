"""Individual exercises: the pools they are drawn from, and what known mistakes lead to there."""
