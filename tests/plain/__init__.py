"""A table in lines."""
