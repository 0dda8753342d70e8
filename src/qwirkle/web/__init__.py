"""Playing over a network: the server, its wire protocol, the web page and the Python client."""

PORT = 8642
