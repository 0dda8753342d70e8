"""Tests of the drawing code."""
