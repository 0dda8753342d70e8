"""How pieces, boards and texts are coloured and drawn."""
