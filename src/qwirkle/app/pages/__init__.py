"""Every screen except the game itself: start, set-up, lists, help, settings, results."""
