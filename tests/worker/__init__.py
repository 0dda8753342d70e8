"""Tests of the process that thinks."""
