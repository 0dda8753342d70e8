"""Tests with damaged files, injected faults and long random play."""
