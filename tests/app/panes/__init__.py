"""Tests of the panes."""
