"""Individual exercises: the pools they come from, and what known mistakes lead to there."""
