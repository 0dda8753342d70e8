"""Long runs and other tools for the work on the project, each started with one line."""
