"""Tests of what a review says and shows, without a screen."""
