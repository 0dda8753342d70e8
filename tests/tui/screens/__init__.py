"""Tests of the screens around the game screen."""
