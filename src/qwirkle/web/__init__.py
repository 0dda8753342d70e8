"""A table on the network: a server that owns games, and everything that others may send it."""

PORT = 8642
"""Where a server is, unless somebody wants it elsewhere."""
