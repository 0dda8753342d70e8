"""Playing over a network: the server, its wire protocol, the web page and the Python client."""

DEFAULT_PORT = 8642
