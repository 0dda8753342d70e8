"""Tests of what of the terminal is believed."""
