"""Qwirkle and Qwirkle Cubes in a terminal: engine, bots, analysis and table."""

__version__ = "0.1.0"
