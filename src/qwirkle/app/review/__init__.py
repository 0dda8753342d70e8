"""Screens for reviewing a game turn by turn."""
