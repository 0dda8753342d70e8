"""A game at a table, without a screen: its host, stories, half-built turns and frames."""
