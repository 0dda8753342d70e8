"""The parts of the table on the screen: board, hand, scores, unseen pieces and log."""
