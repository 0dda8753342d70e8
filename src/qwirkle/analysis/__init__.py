"""What a turn is worth: best scores, exact odds, values, hints and reviews."""
