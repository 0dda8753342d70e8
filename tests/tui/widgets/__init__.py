"""Tests of the widgets."""
