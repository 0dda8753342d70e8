"""The terminal: what of its input is believed, and how it is left."""
