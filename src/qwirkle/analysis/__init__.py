"""Analysis of turns: best scores, exact odds, evaluation, search, hints and reviews."""
