"""Screenshots of the program, for the README and for snapshot tests."""
