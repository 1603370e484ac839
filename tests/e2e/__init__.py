"""The table in a real browser, played through the page as a person would."""
