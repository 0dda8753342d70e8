"""Statistics over all finished games, per player and per pair of opponents."""
