"""Golden records: whole games, kept as text."""
