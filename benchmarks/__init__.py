"""How long the work takes, beside the least that any program would need for it."""
