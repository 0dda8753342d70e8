"""The inner loops of bots and analysis, compiled by numba (optional extra `fast`)."""
