"""Measurements, not tests: `python -m tests.bench` runs them."""
