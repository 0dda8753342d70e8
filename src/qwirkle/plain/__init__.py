"""A table in lines: a conversation, for screen readers, dumb terminals and programs."""
