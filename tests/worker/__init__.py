"""Tests for the analysis process."""
