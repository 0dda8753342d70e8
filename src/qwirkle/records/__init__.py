"""Game records: their format, reading files that may be damaged, and crash-safe writing."""
