"""The rules of any variant in words: of one alone, and of several side by side."""
