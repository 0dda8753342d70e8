"""Bots and hints think in a process of their own, for any front end."""
