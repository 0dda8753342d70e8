"""The widgets of the screens: board, hand, scores, unseen pieces, log, charts and key bar."""
