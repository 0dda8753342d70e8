"""Tests of the table without a screen."""
