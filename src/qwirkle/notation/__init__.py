"""The record format: headers, events, pieces and player names, decoded strictly."""
