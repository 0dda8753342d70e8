"""Tests of the game session and the turn being built."""
