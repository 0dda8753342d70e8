"""Frames: what one screen shows of a game, built from a history, a turn and texts."""
