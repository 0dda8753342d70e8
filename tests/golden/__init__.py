"""Golden records: complete games stored as text."""
