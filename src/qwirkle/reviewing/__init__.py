"""What a review says and shows of a game, turn by turn, for whoever draws it."""
