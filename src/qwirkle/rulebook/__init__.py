"""The rules of any variant as text: of one variant, or of several side by side."""
