"""Every sentence that people read about a game, its rules and its review."""
