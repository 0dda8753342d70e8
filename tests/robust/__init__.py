"""Tests with damage, faults and very many games."""
