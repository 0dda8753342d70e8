"""Screens for games on a server, and sharing games from the terminal."""
