"""Colours, bitmaps and drawing functions for pieces, board cells and titles."""
