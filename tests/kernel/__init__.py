"""Tests of the compiled kernel, which needs an extra."""
