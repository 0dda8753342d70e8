"""What all finished games come to: for each player, and for each player against each other."""
