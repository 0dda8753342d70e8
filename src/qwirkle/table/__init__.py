"""A game being played, without a screen: the session, seat histories, turns, texts and frames."""
