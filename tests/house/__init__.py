"""The repository itself: what it declares, names, imports and draws."""
