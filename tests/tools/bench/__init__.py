"""Benchmarks, not tests: `python -m tests.tools.bench` runs them."""
