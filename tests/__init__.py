"""What is true of the game, one fact a test."""
