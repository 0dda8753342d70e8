"""A table of a server, drawn here."""
