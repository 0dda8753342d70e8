"""The analysis process, its client and a pool of them."""
