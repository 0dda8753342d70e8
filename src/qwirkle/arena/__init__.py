"""Bots play each other, on any executor."""
