"""Bots: programs that choose a move from what their seat may see."""
