"""A game looked at afterwards, turn by turn, on the screen."""
