"""The table in the terminal, drawn with Textual."""
