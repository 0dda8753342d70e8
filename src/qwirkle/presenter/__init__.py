"""Turns game sessions into frames, and players' actions into moves."""
