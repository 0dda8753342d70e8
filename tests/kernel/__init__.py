"""Tests of the compiled kernel, which needs the `fast` extra."""
