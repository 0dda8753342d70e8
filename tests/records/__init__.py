"""Tests of reading and writing records."""
