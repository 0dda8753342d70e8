"""Game reviews for any renderer: frames, texts and progress, turn by turn."""
