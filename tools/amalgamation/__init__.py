"""The steps of tools/amalgamate.py: sources are read, linked and written."""
