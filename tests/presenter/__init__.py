"""Tests of the presenter and its frames."""
