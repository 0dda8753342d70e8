"""Pictures of the running program, for the README and for tests that compare text."""
