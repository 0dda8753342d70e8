"""Tests of the server, its clients and the web page."""
