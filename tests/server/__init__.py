"""Tests of the web table: real processes, real databases."""
