"""Game records on disk: reading files that may be damaged, and crash-safe writing."""
