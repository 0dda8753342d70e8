"""Plain-text mode: line-based input and output for screen readers, basic terminals and programs."""
