"""The compiled kernel, an extra: the inner loops of bots and analysis as machine code."""
