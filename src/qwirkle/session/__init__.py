"""A game being played, without a screen: the session, each seat's turn and history."""
