"""The game screen, its key bindings and the dialogs during a game."""
