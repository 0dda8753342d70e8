"""Tests of the game screen."""
