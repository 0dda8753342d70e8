"""Every screen of the terminal app, and its dialogs."""
