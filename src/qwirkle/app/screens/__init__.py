"""What fills the terminal: the table, the curtain and the pages around a game."""
