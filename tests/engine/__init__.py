"""Facts about the engine."""
