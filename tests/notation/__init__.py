"""Tests of text and JSON."""
