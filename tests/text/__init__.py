"""Tests of the texts: rules, comparison and review."""
