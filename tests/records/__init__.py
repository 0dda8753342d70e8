"""Tests for reading and writing records."""
