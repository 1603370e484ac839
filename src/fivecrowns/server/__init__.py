"""The web table: the game served to browsers, stored so that nothing is lost or leaked."""
