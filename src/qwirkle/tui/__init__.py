"""The terminal app, built with Textual."""
