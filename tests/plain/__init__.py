"""Tests of plain-text mode."""
