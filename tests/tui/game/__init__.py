"""Tests of the table on the screen."""
