"""The table on the screen: a game that is being played."""
