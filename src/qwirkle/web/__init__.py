"""A table on the network: a server that owns games, and everything that others may send it."""
