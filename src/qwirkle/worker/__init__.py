"""The process that bots and analysis run in, so that they can be stopped at any time."""
