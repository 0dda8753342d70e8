"""The rules of the game, as pure code: no I/O, no clock, no global state."""
