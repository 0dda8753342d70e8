"""Tournaments between bots, on any executor."""
