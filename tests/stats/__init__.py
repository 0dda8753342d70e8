"""Tests for statistics of finished games."""
