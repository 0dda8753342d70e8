"""Tests that compare the rules of the bundled variants."""
