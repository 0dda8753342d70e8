"""Results over all saved games, by player and by opponent."""
