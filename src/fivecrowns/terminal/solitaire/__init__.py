"""Solitaire at the terminal."""
