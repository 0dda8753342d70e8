"""The widgets of the game screen: board, hand, scores, unseen pieces, log and key bar."""
