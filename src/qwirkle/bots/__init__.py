"""Players that are programs: they get a view and choose a move."""
