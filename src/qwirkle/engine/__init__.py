"""The rules of the game: pure, without input, output, clocks or global state."""
